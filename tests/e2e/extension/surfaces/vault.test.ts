import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import type { VaultFile } from '#shared/document/vault-file.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// What the extension keeps: who gets how much of it.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

async function askOnce(content = 'Hello'): Promise<string> {
  const before = (await observed.newest())?.card.digest
  await observed.ask(page, 'svc-chat', false, { messages: [{ role: 'user', content }] })
  await expect.poll(async () => (await observed.newest())?.card.digest).not.toBe(before)
  await expect.poll(async () => (await observed.newest())?.card.shown).toBe('same')
  return (await observed.newest())?.card.digest ?? ''
}

const exported = async () =>
  JSON.parse((await observed.ui({ kind: 'export-all' })).text) as VaultFile

test('salts and words leave by the disclosure of their side alone, and the receipt that the card saves has none', async () => {
  const secret = 'A question that is a secret'
  const digest = await askOnce(secret)
  const [answer] = (await exported()).answers
  expect(answer?.salts.prompt).toMatch(/^[0-9a-f]{64}$/)
  for (const [side, other] of [
    ['prompt', 'response'],
    ['response', 'prompt'],
  ] as const) {
    const { text } = await observed.ui({ kind: 'disclose', digest, side })
    expect(text).toContain(answer?.salts[side])
    expect(text).not.toContain(answer?.salts[other])
    expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(
      ['type', 'receipt', side].toSorted(),
    )
  }
  const told = JSON.stringify([
    await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 }),
    await observed.ui({ kind: 'read-answer', digest }),
    await observed.ui({ kind: 'read-settings' }),
  ])
  expect(told).not.toContain(answer?.salts.prompt)
  expect(told).not.toContain(answer?.salts.response)
  // What is kept outside of the database.
  const stored = await observed.extension.context.serviceWorkers()[0]?.evaluate(async () => {
    const { storage } = (
      globalThis as unknown as {
        chrome: { storage: Record<'local' | 'session', { get(): Promise<object> }> }
      }
    ).chrome
    return JSON.stringify([await storage.local.get(), await storage.session.get()])
  })
  expect(stored).toContain('retention')
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(answer?.salts.prompt)
  // One click in the card.
  const badge = page.locator('countersign-badge')
  await badge.focus()
  await page.keyboard.press('Tab')
  await page.evaluate(() => document.querySelector<HTMLElement>('article')?.focus())
  await badge.click({ position: { x: 30, y: 12 } })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Tab').then(() => page.keyboard.press('Enter')),
  ])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(saved)).toEqual(answer?.receipt)
})
