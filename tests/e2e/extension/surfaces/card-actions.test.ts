import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import type { VaultFile } from '#shared/document/vault-file.ts'
import { showTime } from '#shared/text/show-time.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { openCard, readTexts, tabTo } from '../../../support/extension/walk-card.ts'

// The card in a page, as somebody goes through it by the keyboard: its shadow is closed to everybody else.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
await observed.extension.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
  origin: observed.siteUrl,
})

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  await page.bringToFront()
  return () => observed.leavePage(page)
})

const card = async () => (await observed.newest())?.card

/** Asks, and opens the card when the text beside it was compared. */
async function askAndOpenCard(model: string): Promise<void> {
  await observed.ask(page, model, false)
  await expect.poll(async () => (await card())?.shown).toMatch(/same|differs/)
  await page.locator('article + countersign-badge').waitFor()
  await openCard(page)
}

/** Opens the list of what is asked for more seldom. */
async function openDetails(): Promise<void> {
  await tabTo(page, /^Details$/)
  await page.keyboard.press('Enter')
}

/** Presses what leads to another tab. */
async function follow(name: RegExp): Promise<Page> {
  await tabTo(page, name)
  const [opened] = await Promise.all([
    observed.extension.context.waitForEvent('page'),
    page.keyboard.press('Enter'),
  ])
  await opened.waitForLoadState()
  return opened
}

test('what the card copies as evidence holds the receipt and how to check it, and no salt; its share link is the receipt’s; “Disclose the answer only” opens the page of this answer', async () => {
  await askAndOpenCard('svc-chat')
  await openDetails()
  await expectCopies()
  const opened = await follow(/^Disclose the answer only$/)
  const { searchParams } = new URL(opened.url())
  expect(opened.url().split('?')[0]).toBe(observed.extension.pageUrl('answer.html'))
  expect(Object.fromEntries(searchParams)).toEqual({
    digest: (await card())?.digest,
    disclose: 'response',
  })
  await opened.getByText('The file will hold the receipt, the answer').waitFor()
  await opened.close()
})

test('“Read it as signed” in the card opens the signed words, whatever the page draws', async () => {
  await askAndOpenCard('svc-chat')
  const signed = await page.locator('article').innerText()
  await page
    .locator('article')
    .evaluate((turn) => turn.replaceChildren(`${turn.textContent} This nobody signed.`))
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await card())?.shown).not.toBe('same')
  await expect.poll(() => badgeNames(page)).toEqual([expect.not.stringContaining('compar')])
  await openCard(page)
  const opened = await follow(/^Read it as signed$/)
  const region = opened.getByRole('region', { name: 'The answer as it was signed' })
  await region.waitFor()
  expect(await region.locator('.signed-text').innerText()).toBe(signed)
  await opened.close()
})

async function expectCopies(): Promise<void> {
  await tabTo(page, /^Copy as evidence$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => readTexts(page)).toContain('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { evidenceText, receipt, link } = (await card()) ?? {}
  expect(copied).toBe(evidenceText)
  expect(copied).toContain(receipt)
  expect(copied).toContain(link)
  const { text } = await observed.ui({ kind: 'export-all' })
  const [{ salts, message } = {}] = (JSON.parse(text) as VaultFile).answers
  expect(salts?.prompt).toMatch(/^[0-9a-f]{64}$/)
  for (const secret of [salts?.prompt, salts?.response, 'Hello, these words are private.']) {
    expect(copied).not.toContain(secret)
  }
  const { content } = message as { content: string }
  expect(copied).not.toContain(content)
  await tabTo(page, /^Copy share link$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(link?.startsWith(`${observed.gateway.baseUrl}/verify#`)).toBe(true)
}

test('“Check” opens /verify with question and answer, and it finds what the card says', async () => {
  await askAndOpenCard('svc-chat')
  const { label = '', link } = (await card()) ?? {}
  const opened = await follow(/^Check$/)
  expect(opened.url().startsWith(`${observed.gateway.baseUrl}/verify#`)).toBe(true)
  expect(opened.url()).not.toBe(link)
  await opened.getByText('The receipt is for exactly this question and this answer.').waitFor()
  expect(await opened.locator('#verdict-word').innerText()).toContain(label)
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await opened.close()
})

test('of an answer that was not encrypted here nothing may be sent on', async () => {
  await askAndOpenCard('svc-assist-mini')
  await openDetails()
  const texts = await readTexts(page)
  expect(texts).toContain(
    'Your browser has not checked this enclave, so it will not encrypt to it.',
  )
  const { issuedAt } = (await card()) ?? { issuedAt: '' }
  expect(texts).toContain(
    `The receipt stays valid: it proves what was so on ${showTime(issuedAt)}.`,
  )
})

test('of an encrypted answer the card says until when this browser may send to its enclave', async () => {
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  await page.reload()
  await askAndOpenCard('svc-assist-mini')
  await openDetails()
  const told = (await readTexts(page)).join('\n')
  expect(told).toMatch(
    /The receipt stays valid: it proves what was so on \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\./,
  )
  const [, until = ''] =
    /checked this enclave and may encrypt to it until (\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC)\. Then your browser checks again\./.exec(
      told,
    ) ?? []
  const minutesLeft = (Date.parse(until) - Date.now()) / 60_000
  // Ten minutes from when it was verified, at most, and told without its seconds.
  expect(minutesLeft).toBeGreaterThan(-1)
  expect(minutesLeft).toBeLessThanOrEqual(10)
  await observed.setPair({ takeover: 'off' })
  await observed.ui({ kind: 'set-development', on: false })
})
