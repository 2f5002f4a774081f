import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedAnswer } from '../../../extension/messages/ui-requests.ts'
import { badgeNames } from '../../support/badge-names.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'
import {
  installSillyTavern,
  startSillyTavern,
  type SillyTavern,
} from '../../support/start-sillytavern.ts'

// The real SillyTavern: its server calls the gateway, and its page is drawn without React.

const isThere = installSillyTavern()
let observed: ObservedSite
let tavern: SillyTavern
let page: Page

beforeAll(async () => {
  if (!isThere) return
  observed = await startObservedSite()
  tavern = await startSillyTavern(observed.gateway.baseUrl, 'svc-chat')
  await observed.ui({ kind: 'enable-site', origin: tavern.url })
  page = await observed.extension.context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(tavern.url)
  await page.locator('#chat .mes').first().waitFor()
  await page
    .locator('.online_status_text', { hasText: 'Valid' })
    .first()
    .waitFor({ state: 'attached' })
}, 240_000)

afterAll(async () => {
  if (!isThere) return
  await tavern.stop()
  await observed.close()
})

beforeEach(({ skip }) => {
  if (!isThere) skip('SillyTavern could not be installed: the npm registry is not to be reached')
})

async function newest(): Promise<ListedAnswer | undefined> {
  const { answers } = await observed.ui({
    kind: 'list-answers',
    origin: tavern.url,
    search: '',
    skip: 0,
  })
  return answers[0]
}

/** Sends, and waits until the answer was judged. */
async function send(text: string): Promise<void> {
  const before = (await newest())?.card.digest
  await page.locator('#send_textarea').fill(text)
  await page.locator('#send_but').click()
  await expect.poll(async () => (await newest())?.card.digest).not.toBe(before)
}

const lastAnswer = () => page.locator('#chat .mes[is_user="false"].last_mes')
const lastBadge = () => lastAnswer().locator('countersign-badge')

test('an answer gets its badge, and the way through its server is told', async () => {
  await send('What does a receipt prove?')
  await lastBadge().waitFor()
  await expect.poll(async () => (await newest())?.card.shown).toBe('same')
  expect((await newest())?.card).toMatchObject({
    state: 'partial',
    failed: null,
    path: expect.stringContaining(`Through ${new URL(tavern.url).host}`) as string,
  })
  expect((await newest())?.card.notEstablished.join()).toContain('This is what was asked.')
  // The greeting is no answer.
  expect(await badgeNames(page)).toHaveLength(1)
})

test('what is copied of an answer holds no word of the badge', async () => {
  await send('And one more, to copy.')
  await lastBadge().waitFor()
  const copied = await lastAnswer().evaluate((turn) => {
    getSelection()?.selectAllChildren(turn)
    return getSelection()?.toString()
  })
  expect(copied).not.toMatch(/Countersign|Partly checked/)
})

test('after a reload, when the chat is opened again, its badges are found by their texts', async () => {
  const names = await badgeNames(page)
  expect(names).toHaveLength(2)
  await page.evaluate(() => {
    const { SillyTavern: tavernApi } = globalThis as unknown as {
      SillyTavern: { getContext(): { reloadCurrentChat(): Promise<void> } }
    }
    return tavernApi.getContext().reloadCurrentChat()
  })
  await expect.poll(() => badgeNames(page)).toEqual(names)
  await page.reload()
  await page.locator('.recentChat').first().click()
  await expect.poll(() => badgeNames(page)).toEqual(names)
})

test('a quiet prompt has a receipt and no place on the page', async () => {
  const badges = await page.locator('countersign-badge').count()
  const before = (await newest())?.card.digest
  await page.evaluate(() => {
    const { SillyTavern: tavernApi } = globalThis as unknown as {
      SillyTavern: { getContext(): { generateQuietPrompt(options: object): Promise<string> } }
    }
    return tavernApi
      .getContext()
      .generateQuietPrompt({ quietPrompt: 'Give this chat a title of three words, please.' })
  })
  await expect.poll(async () => (await newest())?.card.digest).not.toBe(before)
  expect((await newest())?.card).toMatchObject({ shown: 'not-placed', state: 'partial' })
  expect(await page.locator('countersign-badge').count()).toBe(badges)
})

test('a swipe takes the badge away and brings the new answer’s own; swiped back, the first returns', async () => {
  const first = await lastAnswer().locator('.mes_text').innerText()
  const before = (await newest())?.card.digest
  await lastAnswer().locator('.swipe_right').click()
  await expect.poll(async () => (await newest())?.card.digest).not.toBe(before)
  await lastBadge().waitFor()
  await lastAnswer().locator('.swipe_left').click()
  await expect.poll(() => lastAnswer().locator('.mes_text').innerText()).toBe(first)
  await lastBadge().waitFor()
})

test('an edit takes the badge away: the text is no longer the one that was signed', async () => {
  await lastBadge().waitFor()
  await page.evaluate(() => {
    const text = document.querySelector('#chat .mes.last_mes .mes_text')
    if (text) text.textContent = 'A text that nobody signed, in the place of the one before.'
  })
  await expect.poll(() => lastBadge().count()).toBe(0)
})
