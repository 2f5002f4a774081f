import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// The page is the attacker: it runs what it likes in its own world.

let observed: ObservedSite
let page: Page

beforeAll(async () => {
  observed = await startObservedSite()
})

afterAll(() => observed.close())

beforeEach(async () => {
  page = await observed.openPage()
  return () => page.close()
})

test('a block that nobody signed is never called verified, and the popup says so', async () => {
  await page.evaluate(async () => {
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      body: '{"messages":[]}',
    })
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
    const turn = document.createElement('article')
    turn.textContent = choices[0]?.message.content ?? ''
    document.querySelector('main')?.append(turn)
  })
  await page.locator('countersign-badge').waitFor()
  expect(await observed.newest()).toMatch(/^Receipt of an unknown gateway/)
})

test('a badge that the page draws is in no list of ours', async () => {
  const before = await observed.newest()
  await page.evaluate(() => {
    const fake = document.createElement('countersign-badge')
    fake.textContent = '✓ Hardware enclave: attested, and bound to this answer'
    document.body.append(fake)
  })
  expect(await observed.newest()).toBe(before)
})

test('the page cannot read a badge, and cannot talk to the extension', async () => {
  await observed.ask(page, 'svc-chat', false)
  await page.locator('countersign-badge').waitFor()
  const seen = await page.evaluate(() => ({
    root: document.querySelector('countersign-badge')?.shadowRoot ?? null,
    text: document.querySelector('countersign-badge')?.textContent,
    runtime: typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime,
  }))
  expect(seen).toEqual({ root: null, text: '', runtime: 'undefined' })
})

test('an answer whose text is not the one on screen gets no badge beside that text', async () => {
  await page.evaluate((url) => {
    const turn = document.createElement('article')
    turn.textContent = 'I am another text, and nobody signed me.'
    document.querySelector('main')?.append(turn)
    return fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: 'hi' }] }),
    }).then((response) => response.text())
  }, observed.gateway.baseUrl)
  await expect.poll(() => observed.newest()).toMatch(/^Private/)
  expect(await page.locator('countersign-badge').count()).toBe(0)
})

test('a page that floods the channel with nonsense is not listened to, and others are', async () => {
  await page.evaluate(() => {
    const prototype = MessagePort.prototype as unknown as Record<string, () => unknown>
    prototype['postMessage'] = new Proxy(prototype['postMessage'] ?? (() => {}), {
      apply(send, port: MessagePort) {
        const nonsense = { kind: 'judged', view: 'good' }
        for (let round = 0; round < 1000; round += 1) Reflect.apply(send, port, [nonsense])
      },
    })
    return fetch('/v1/chat/completions', { method: 'POST', body: '{}' }).then((answer) =>
      answer.text(),
    )
  })
  expect(await page.locator('countersign-badge').count()).toBe(0)
  const other = await observed.openPage()
  await observed.ask(other, 'svc-chat', false)
  await other.locator('countersign-badge').waitFor()
  await other.close()
})

test('a host that only looks like the gateway is not taken for it', async () => {
  const gateway = new URL(observed.gateway.baseUrl)
  await page.evaluate((url) => {
    const turn = document.createElement('article')
    return fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: 'hi' }] }),
    })
      .then((response) => response.json())
      .then((answer: { choices: { message: { content: string } }[] }) => {
        turn.textContent = answer.choices[0]?.message.content ?? ''
        document.querySelector('main')?.append(turn)
      })
  }, `http://localhost:${gateway.port}`)
  await page.locator('countersign-badge').waitFor()
  // The receipt is genuine, but it did not come straight from the gateway that the user named.
  expect(await observed.newest()).toMatch(/^Partly checked[\s\S]*through this site/)
})
