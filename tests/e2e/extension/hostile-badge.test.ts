import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// The page is the attacker: it draws badges of its own, and takes ours away.

let observed: ObservedSite
let page: Page

beforeAll(async () => {
  observed = await startObservedSite()
})

afterAll(() => observed.close())

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => page.close()
})

const state = async () => (await observed.newest())?.card.state

test('a badge that the page draws is in no list of ours', async () => {
  await page.evaluate(() => {
    const fake = document.createElement('countersign-badge')
    fake.textContent = '✓ Hardware enclave: attested, and bound to this answer'
    document.body.append(fake)
  })
  expect(await observed.newest()).toBeNull()
})

test('a badge that the page removes comes back, and one that it moves to other words goes', async () => {
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
  await page.evaluate(() => document.querySelector('countersign-badge')?.remove())
  await page.locator('article + countersign-badge').waitFor()
  await page.evaluate(() => {
    const other = document.createElement('article')
    other.id = 'other'
    other.textContent = 'Words of another kind, and much longer than the ones before them.'
    const badge = document.querySelector('countersign-badge')
    document.querySelector('main')?.append(other)
    if (badge) other.after(badge)
  })
  await expect.poll(() => page.locator('#other + countersign-badge').count()).toBe(0)
})

test.each([
  ['adds to', (text: string) => `${text} And this, which nobody signed.`],
  ['changes in', (text: string) => text.replace('and anyone who has', 'and nobody who has')],
] as const)('a word that the page %s a signed text takes its badge away', async (_how, write) => {
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  const first = page.locator('article').first()
  const signed = await first.innerText()
  const set = (text: string) =>
    first.evaluate((turn, words) => {
      turn.textContent = words
    }, text)
  expect(write(signed)).not.toBe(signed)
  await set(write(signed))
  // By the time that the next one has its badge, the first one would have its own.
  const messages = [{ role: 'user', content: 'Another question, and another answer.' }]
  await observed.ask(page, 'svc-chat', false, { messages })
  await page.locator('article:nth-of-type(2) + countersign-badge').waitFor()
  await expect.poll(() => page.locator('countersign-badge').count()).toBe(1)
  await set(signed)
  await page.locator('article:nth-of-type(1) + countersign-badge').waitFor()
})

test('a page that removes each badge as it comes is not fought for ever', async () => {
  await page.evaluate(() => {
    Object.assign(globalThis, { removed: 0 })
    new MutationObserver(() => {
      for (const badge of document.querySelectorAll('countersign-badge')) {
        badge.remove()
        ;(globalThis as unknown as { removed: number }).removed += 1
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await observed.ask(page, 'svc-chat', false)
  await expect.poll(state).toBe('promise')
  const count = () => page.evaluate(() => (globalThis as unknown as { removed: number }).removed)
  await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(20)
  const messages = [{ role: 'user', content: 'Another question, and another answer.' }]
  await observed.ask(page, 'svc-chat', false, { messages })
  await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(40)
  expect(await count()).toBeLessThan(50)
})

test('the page cannot read a badge, and cannot talk to the extension', async () => {
  await observed.ask(page, 'svc-chat', false)
  await page.locator('countersign-badge').waitFor()
  const seen = await page.evaluate(() => {
    const badge = document.querySelector('countersign-badge')
    badge?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return {
      root: badge?.shadowRoot ?? null,
      text: badge?.textContent,
      attributes: badge?.getAttributeNames(),
      runtime: typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime,
    }
  })
  expect(seen).toEqual({ root: null, text: '', attributes: [], runtime: 'undefined' })
  expect(
    observed.extension.context.pages().filter((each) => /answer\.html/.test(each.url())),
  ).toEqual([])
})
