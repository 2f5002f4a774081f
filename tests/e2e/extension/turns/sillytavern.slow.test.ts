import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { ListedAnswer } from '../../../../extension/messages/ui-requests.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import {
  startObservedSite,
  type ObservedSite,
} from '../../../support/extension/start-observed-site.ts'
import { startSillyTavern, type SillyTavern } from '../../../support/chats/start-sillytavern.ts'
import { sillyTavern } from '../../../support/install/test-packages.ts'
import { whenInstalled } from '../../../support/install/when-installed.ts'

// The real SillyTavern: its server calls the gateway, and its page is drawn without React.

let installed: string | null
let observed: ObservedSite
let tavern: SillyTavern
let page: Page
let tabId: number

beforeAll(async () => {
  installed = await whenInstalled(sillyTavern)
  if (installed === null) return
  observed = await startObservedSite({ running: inject('demo') })
  tavern = await startSillyTavern(installed, observed.gateway.baseUrl, 'svc-chat')
  await observed.ui({ kind: 'enable-site', origin: tavern.url })
  page = await observed.extension.context.newPage()
  await page.goto(tavern.url)
  await page.locator('#chat .mes').first().waitFor()
  await page
    .locator('.online_status_text', { hasText: 'Valid' })
    .first()
    .waitFor({ state: 'attached' })
  tabId = await findTab()
})

afterAll(async () => {
  if (installed === null) return
  await tavern.stop()
  await observed.close()
})

beforeEach(({ skip }) => {
  if (installed === null)
    skip('SillyTavern could not be installed: the npm registry is not to be reached')
})

async function findTab(): Promise<number> {
  const own = await observed.extension.context.newPage()
  await own.goto(observed.extension.pageUrl('options.html'))
  const id = await own.evaluate(async (port) => {
    const { tabs } = (
      globalThis as unknown as {
        chrome: { tabs: { query(of: object): Promise<readonly { id: number; url: string }[]> } }
      }
    ).chrome
    return (await tabs.query({ url: 'http://127.0.0.1/*' })).find(({ url }) => url.includes(port))
      ?.id
  }, new URL(tavern.url).port)
  await own.close()
  if (id === undefined) throw new Error('SillyTavern is in no tab')
  return id
}

async function newest(): Promise<ListedAnswer | undefined> {
  const { answers } = await observed.ui({
    kind: 'list-answers',
    origin: tavern.url,
    search: '',
    skip: 0,
  })
  return answers[0]
}

const digestOf = (answer: ListedAnswer | null | undefined) => answer?.card.digest

/** Of the answers that stand in the page, from top to bottom, each by its badge. */
async function placed(): Promise<readonly (string | undefined)[]> {
  return (await observed.ui({ kind: 'read-conversation', tabId })).turns.map(({ answer }) =>
    digestOf(answer),
  )
}

/** The demo answers with these words, whatever it is asked. The server's request is not the page's anyway. */
function answerWith(text: string, holdAnswer?: Promise<void>): void {
  observed.gateway.lie({
    onRequest({ path, request }) {
      if (!path.endsWith('/chat/completions')) return
      const asked = JSON.parse(request.body.toString()) as Record<string, unknown>
      const messages = [{ role: 'user', content: `Say "${text}"` }]
      request.body = Buffer.from(JSON.stringify({ ...asked, messages }))
    },
    ...(holdAnswer ? { holdAnswer } : {}),
  })
}

/** Does what makes the page ask, and waits until the answer was judged. @returns its receipt's digest */
async function next(act: () => Promise<unknown>): Promise<string> {
  const before = digestOf(await newest())
  await act()
  await expect.poll(async () => digestOf(await newest())).not.toBe(before)
  return digestOf(await newest()) ?? ''
}

const send = (text: string) =>
  next(async () => {
    await page.locator('#send_textarea').fill(text)
    await page.locator('#send_but').click()
  })

const lastAnswer = () => page.locator('#chat .mes[is_user="false"].last_mes')
const lastText = () => lastAnswer().locator('.mes_text')
const lastBadge = () => lastAnswer().locator('countersign-badge')

/** The last answer has the badge of this receipt, and its text was found to be the signed one. */
async function expectPlaced(digest: string): Promise<void> {
  await expect.poll(async () => (await placed()).at(-1)).toBe(digest)
  await expect.poll(() => lastBadge().count()).toBe(1)
  await expect.poll(async () => (await newest())?.card.shown).toBe('same')
}

async function context<Result>(act: string): Promise<Result> {
  return page.evaluate(`SillyTavern.getContext().${act}`)
}

test('an answer gets its badge, and the way through its server is told', async () => {
  await expectPlaced(await send('What does a receipt prove?'))
  const answer = await newest()
  expect(answer?.card).toMatchObject({
    state: 'promised',
    failed: null,
    circumstances: expect.arrayContaining([
      expect.stringContaining(`Through ${new URL(tavern.url).host}`),
    ]) as string[],
  })
  // The greeting is no answer.
  expect(await badgeNames(page)).toHaveLength(1)
})

test('what its server asked is never said to be what the page asked', async () => {
  const answer = await newest()
  expect(answer?.card.notEstablished).toContainEqual(
    expect.stringContaining('That the gateway was asked in your words'),
  )
  const full = await observed.ui({ kind: 'read-answer', digest: digestOf(answer) ?? '' })
  const statuses = full?.verdict.checks.flatMap(({ id, status }) =>
    id === 'commitment.prompt' ? [status] : [],
  )
  expect(statuses).not.toContain('pass')
})

test('what is copied of an answer holds no word of the badge', async () => {
  await send('And one more, to copy.')
  await lastBadge().waitFor()
  const copied = await lastAnswer().evaluate((turn) => {
    getSelection()?.selectAllChildren(turn)
    return getSelection()?.toString()
  })
  expect(copied).toContain(await lastText().innerText())
  expect(copied).not.toMatch(/Countersign|promised/)
})

test('after a reload, when the chat is opened again, its badges are found by their texts', async () => {
  const names = await badgeNames(page)
  const digests = await placed()
  expect(names).toHaveLength(2)
  await context('reloadCurrentChat()')
  await expect.poll(placed).toEqual(digests)
  await page.reload()
  await page.locator('.recentChat').first().click()
  await expect.poll(placed).toEqual(digests)
})

test('a quiet prompt has a receipt and no place on the page', async () => {
  const before = await placed()
  await next(() =>
    context(`generateQuietPrompt({ quietPrompt: 'A title of three words for it, please.' })`),
  )
  expect((await newest())?.card).toMatchObject({ shown: 'not-placed', state: 'promised' })
  // An answer after it takes nothing of it.
  const digest = await send('What comes after a quiet prompt?')
  await expectPlaced(digest)
  expect(await placed()).toEqual([...before, digest])
})

test('a swipe takes the badge away at once, and brings the new answer’s own; swiped back, the first returns', async () => {
  answerWith('The first of two answers to one question.')
  const first = await send('Say it in one way or another.')
  await expectPlaced(first)

  // It draws what it has letter by letter; else it waits for more.
  await context('powerUserSettings.smooth_streaming = true')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answerWith('Here is something else entirely, told the other way round.', held)
  const second = await next(async () => {
    await lastAnswer().locator('.swipe_right').click()
    try {
      // While it is written, nothing is said to be checked in its place.
      await lastText().getByText('Here is').waitFor()
      await expect.poll(async () => (await badgeNames(page)).at(-1)).toMatch(/^Being written/)
      expect(await lastBadge().count()).toBe(1)
      expect(await placed()).not.toContain(first)
    } finally {
      release()
    }
  })
  expect(second).not.toBe(first)
  await expectPlaced(second)
  observed.gateway.lie({})
  await context('powerUserSettings.smooth_streaming = false')

  await lastAnswer().locator('.swipe_left').click()
  await lastText().getByText('The first of two answers').waitFor()
  await expectPlaced(first)
  await lastAnswer().locator('.swipe_right').click()
  await lastText().getByText('something else entirely').waitFor()
  await expectPlaced(second)
})

test('an edit takes the badge away: the text is no longer the one that was signed', async () => {
  const text = await lastText().innerText()
  await edit(`${text} And this, which nobody signed.`)
  await expect.poll(() => lastBadge().count()).toBe(0)
  await expect.poll(async () => (await placed()).at(-1)).toBeUndefined()
})

async function edit(text: string): Promise<void> {
  await lastAnswer()
    .locator('.mes_edit')
    .evaluate((button: HTMLElement) => button.click())
  await page.locator('#curEditTextarea').fill(text)
  await page.locator('.mes_edit_done:visible').click()
}

test('markdown that the page draws is the text that was signed', async () => {
  answerWith(
    '# Three things\n\n1. A **bold** word\n2. Some `code` and a [link](https://example.com)\n3. *Words that lean*\n\n> and what somebody else said',
  )
  await expectPlaced(await send('Write it with marks.'))
  await lastText().locator('li').nth(2).waitFor()
  observed.gateway.lie({})
})

test('an answer that is not streamed gets its badge, too', async () => {
  await context('chatCompletionSettings.stream_openai = false')
  answerWith('All of it at once, in one piece and not in many.')
  await expectPlaced(await send('And now in one piece.'))
  expect((await newest())?.card).toMatchObject({ state: 'promised', failed: null })
})
