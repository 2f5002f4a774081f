import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import type { VaultFile } from '#shared/document/vault-file.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { untilEnd } from '../../support/until-end.ts'
import { signAnswer } from '../../support/sign-answer.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'

// What the extension keeps: who gets how much of it.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  await observed.ui({
    kind: 'set-retention',
    retention: { days: 90, megabytes: 50, words: 'keep' },
  })
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

test('a disclosure holds its side and its salt, and nothing of the other', async () => {
  const digest = await askOnce('A question that is a secret')
  const [answer] = (await exported()).answers
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
})

test('no card, list or page of an answer holds a salt', async () => {
  const digest = await askOnce()
  const [answer] = (await exported()).answers
  const told = JSON.stringify([
    await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 }),
    await observed.ui({ kind: 'read-answer', digest }),
    await observed.ui({ kind: 'read-settings' }),
  ])
  expect(answer?.salts.prompt).toMatch(/^[0-9a-f]{64}$/)
  expect(told).not.toContain(answer?.salts.prompt)
  expect(told).not.toContain(answer?.salts.response)
})

test('with words left out nothing of the exchange is kept, and nothing can be disclosed', async () => {
  await observed.ui({
    kind: 'set-retention',
    retention: { days: 90, megabytes: 50, words: 'leave-out' },
  })
  const digest = await askOnce('A question that is a secret')
  expect(JSON.stringify(await exported())).not.toContain('A question that is a secret')
  await expect(observed.ui({ kind: 'disclose', digest, side: 'response' })).rejects.toThrow(
    'keeps no words',
  )
  // The badge is found again all the same.
  await page.reload()
  await observed.ask(page, 'svc-chat', false, { messages: [{ role: 'user', content: 'x' }] })
  await page.locator('countersign-badge').waitFor()
})

test('an export is imported again, judged anew, and what was there stays', async () => {
  const digest = await askOnce()
  const { text } = await observed.ui({ kind: 'export-all' })
  expect(await observed.ui({ kind: 'import', text })).toEqual({ added: 0, known: 1 })
  await observed.ui({ kind: 'wipe' })
  expect(await observed.ui({ kind: 'import', text })).toEqual({ added: 1, known: 0 })
  const full = await observed.ui({ kind: 'read-answer', digest })
  expect(full?.card.state).toBe('promised')
  expect(full?.verdict.kind).toBe('verified')
})

test('a failure stays for the same receipt, until it is forgotten: then nothing is known of it', async () => {
  const message = { role: 'assistant', content: 'The words that were signed.' }
  const { svc } = await signAnswer({ mode: 'private', messages: [], message })
  const { digest } = parseSvc(svc).receipt
  const receive = async (content: string) => {
    const choices = [{ index: 0, message: { ...message, content } }]
    observed.site.handle = (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ model: 'm', choices, svc }))
    }
    await page.evaluate(async () => (await fetch('/', { method: 'POST', body: '{}' })).text())
    await expect.poll(async () => (await observed.newest())?.card.digest).toBe(digest)
  }
  const state = async () => (await observed.newest())?.card.state
  await receive('Other words.')
  expect(await state()).toBe('failed')
  await receive(message.content)
  expect(await state()).toBe('failed')
  await observed.ui({ kind: 'wipe' })
  await receive(message.content)
  expect(await state()).not.toBe('failed')
})

test('a forged export makes nothing verified', async () => {
  await askOnce()
  const file = await exported()
  const [answer] = file.answers
  if (!answer) throw new Error('there is one')
  await observed.ui({ kind: 'wipe' })
  const forgeries: readonly [string, object][] = [
    ['other words', { message: { role: 'assistant', content: 'I owe you a house.' } }],
    [
      'a better mode',
      { receipt: { ...answer.receipt, body: { ...answer.receipt.body, mode: 'anonymized' } } },
    ],
  ]
  for (const [name, forged] of forgeries) {
    const text = JSON.stringify({ ...file, answers: [{ ...answer, ...forged }] })
    await observed.ui({ kind: 'import', text })
    expect((await observed.newest())?.card.state, name).toBe('failed')
    await observed.ui({ kind: 'wipe' })
  }
  const nobody = { ...answer, receipt: { ...answer.receipt, signer: `0x${'12'.repeat(20)}` } }
  await observed.ui({ kind: 'import', text: JSON.stringify({ ...file, answers: [nobody] }) })
  expect(['failed', 'unknown-signer']).toContain((await observed.newest())?.card.state)
})

test('what is no export is refused in a sentence, and changes nothing', async () => {
  await askOnce()
  const [answer] = (await exported()).answers
  const nowhere = { ...answer, origin: 'https://1.2.3.400' }
  const texts = [
    '',
    '[]',
    '{"type":"countersign-vault/2","answers":[]}',
    '{"type":',
    JSON.stringify({ type: 'countersign-vault/1', answers: [nowhere] }),
  ]
  for (const text of texts) {
    await expect(observed.ui({ kind: 'import', text })).rejects.toThrow('no export')
  }
  const { total } = await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 })
  expect(total).toBe(1)
})

test('what is older than the user wants is forgotten', async () => {
  await askOnce()
  const file = await exported()
  const [answer] = file.answers
  await observed.ui({ kind: 'wipe' })
  const old = { ...answer, receivedAt: '2020-01-01T00:00:00.000Z' }
  await observed.ui({ kind: 'import', text: JSON.stringify({ ...file, answers: [old] }) })
  expect(await observed.newest()).toBeNull()
})

test('what the extension keeps outside of the database holds no salt and no word', async () => {
  await askOnce('A question that is a secret')
  const [answer] = (await exported()).answers
  const worker = observed.extension.context.serviceWorkers()[0]
  const stored = await worker?.evaluate(async () => {
    const { storage } = (
      globalThis as unknown as {
        chrome: { storage: Record<'local' | 'session', { get(): Promise<object> }> }
      }
    ).chrome
    return JSON.stringify([await storage.local.get(), await storage.session.get()])
  })
  expect(stored).not.toContain('A question that is a secret')
  expect(stored).not.toContain(answer?.salts.prompt)
})

test('a page and its content script are told of no other site’s answers', async () => {
  await askOnce('What another site must not know')
  const text = await page.locator('article').innerText()
  const other = observed.siteUrl.replace('127.0.0.1', 'localhost')
  await observed.ui({ kind: 'enable-site', origin: other })
  const elsewhere = await observed.extension.context.newPage()
  await elsewhere.goto(other)
  await elsewhere.evaluate((said) => {
    const turn = document.createElement('article')
    turn.textContent = said
    document.querySelector('main')?.append(turn)
  }, text)
  // Its own answer comes, so that the look at its text has been answered, too.
  await observed.ask(elsewhere, 'svc-chat', false, { messages: [{ role: 'user', content: 'y' }] })
  await elsewhere.locator('countersign-badge').waitFor()
  expect(await elsewhere.locator('article:first-of-type + countersign-badge').count()).toBe(0)
  await elsewhere.close()
  await observed.ui({ kind: 'disable-site', origin: other })
})

test('one click in the card saves the receipt, which holds no salt and no word', async () => {
  await askOnce('A question that is a secret')
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
  const [answer] = (await exported()).answers
  expect(JSON.parse(saved)).toEqual(answer?.receipt)
  expect(saved).not.toContain(answer?.salts.prompt)
})
