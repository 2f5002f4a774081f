import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { stopWorkers } from '../../../support/extension/stop-workers.ts'
import { watchPosts } from '../../../support/extension/watch-posts.ts'

// Encryption from the browser: exchanges that end before their end, and many of them.

const model = 'svc-assist-mini'
let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
await observed.ui({ kind: 'set-development', on: true })
const { posts, observe, expectNothingInClear } = watchPosts(observed)

beforeEach(async () => {
  posts.length = 0
  observe()
  await observed.ui({ kind: 'wipe' })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** Asks as front-ends do that show what is there, and end their own request. */
function askAndShow(word: string | null): Promise<void> {
  return page.evaluate(
    async ([url, name, last]) => {
      const controller = new AbortController()
      Object.assign(globalThis, { controller })
      const turn = document.createElement('article')
      document.querySelector('main')?.append(turn)
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        signal: controller.signal,
        body: JSON.stringify({
          model: name,
          stream: true,
          messages: [{ role: 'user', content: 'Hello, these words are private.' }],
        }),
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const read = async (all: string): Promise<void> => {
        const { value } = (await reader?.read()) ?? {}
        if (value === undefined) return
        const seen = all + value
        const pieces = [...seen.matchAll(/"content":"([^"]*)"/g)].map((found) => found[1])
        turn.textContent = pieces.join('')
        if (last !== null && seen.includes(last)) return controller.abort()
        return read(seen)
      }
      await read('').catch(() => {})
    },
    [observed.gateway.baseUrl, model, word] as const,
  )
}

test('a page that ends its own request on the last word loses no verdict', async () => {
  await askAndShow('[DONE]')
  // Kept before the page had the last word: nothing that the page does then can lose it.
  expect((await observed.newest())?.card.state).toBe('simulated')
  await page.locator('article + countersign-badge').waitFor()
})

test('an answer that the page gives up ends at the gateway, has no receipt, and did not fail', async () => {
  let release = () => {}
  observe({
    holdAnswer: new Promise<void>((resolve) => {
      release = resolve
    }),
  })
  const badges = () => page.locator('countersign-badge').count()
  const gone = observed.gateway.gone()
  const asked = askAndShow(null)
  await expect.poll(badges).toBe(1)
  await page.evaluate(() =>
    (globalThis as unknown as { controller: AbortController }).controller.abort(),
  )
  await Promise.all([asked, gone])
  const none = expect.stringMatching(/^No receipt\. /) as string
  await expect.poll(() => badgeNames(page)).toEqual([none])
  release()
  expect(await observed.newest()).toBeNull()
  await expect
    .poll(async () => (await readConversation(observed, page)).weakest)
    .toMatchObject({ said: { state: 'no-receipt' }, at: 0 })
})

test('a gateway’s refusal tells the page when to come back, and nothing else of its head', async () => {
  observe({
    onAnswer(answer, { path }) {
      if (path !== '/api/e2ee/relay') return
      answer.status = 429
      answer.headers['retry-after'] = '7'
      answer.headers['x-should-retry'] = 'false'
      answer.headers['x-of-the-gateway'] = 'words'
      answer.headers['content-type'] = 'text/html'
      const error = { code: 'rate_limit_exceeded', message: 'Later.', type: '', param: null }
      answer.body = Buffer.from(JSON.stringify({ error }))
    },
  })
  const told = await page.evaluate(
    async ([url, name]) => {
      const body = { model: name, messages: [{ role: 'user', content: 'Hello' }] }
      const init = { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${url}/v1/chat/completions`, init)
      return { status: response.status, headers: Object.fromEntries(response.headers) }
    },
    [observed.gateway.baseUrl, model] as const,
  )
  expect(told.status).toBe(429)
  expect(told.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '7',
    'x-should-retry': 'false',
  })
  expect(Object.keys(told.headers)).not.toContain('x-of-the-gateway')
})

test('an answer that the gateway breaks off in mid-stream ends in an error, and is said to have broken off', async () => {
  let drop = () => {}
  observe({
    dropAnswer: new Promise<void>((resolve) => {
      drop = resolve
    }),
  })
  const asking = observed.ask(page, model, true)
  const shown = page.locator('article')
  await expect.poll(() => shown.innerText()).toContain('[demo model, not a language model]')
  drop()
  const { status, text = '' } = await asking
  expect(status).toBe(200)
  expect(text).not.toContain('[DONE]')
  const last =
    text
      .trimEnd()
      .split('\n\n')
      .at(-1)
      ?.replace(/^data: /, '') ?? ''
  const { error } = JSON.parse(last) as { error: object }
  expect(error).toMatchObject({ code: 'upstream_error' })
  // Half an event says nothing about how it was encrypted.
  expect(text).not.toContain('e2ee.encrypted')
  await expect
    .poll(() => badgeNames(page))
    .toEqual([
      expect.stringMatching(/^No receipt\. This answer broke off before its receipt came\. /),
    ])
  await expect
    .poll(async () => (await readConversation(observed, page)).weakest)
    .toMatchObject({ said: { state: 'no-receipt' }, at: 0 })
  expect(await observed.newest()).toBeNull()
  expect(posts).toHaveLength(1)
  expectNothingInClear()
})

test('a page that gives up while the enclave is verified spoils it for nobody', async () => {
  await observed.setPair({ takeover: 'possible' })
  await page.reload()
  // Verified already, for whoever bears no key; each of these is another caller.
  const authorization = `Bearer ${'x'.repeat(8)}`
  let isAsked = () => {}
  const keyAsked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  observed.gateway.lie({
    onRequest({ path, request }) {
      delete request.headers['authorization']
      if (path.startsWith('/api/e2ee/key')) isAsked()
      if (request.body.length > 0)
        posts.push({ path, body: request.body.toString(), authorization })
    },
  })
  await page.evaluate(
    ([url, name, key]) => {
      const ask = (signal: AbortSignal | null) =>
        fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          signal,
          headers: { authorization: key },
          body: JSON.stringify({ model: name, messages: [{ role: 'user', content: 'Hi' }] }),
        }).then(
          ({ status }) => String(status),
          (error: Error) => error.name,
        )
      const controller = new AbortController()
      Object.assign(globalThis, {
        controller,
        outcomes: Promise.all([ask(null), ask(controller.signal)]),
      })
    },
    [observed.gateway.baseUrl, model, authorization] as const,
  )
  await keyAsked
  const outcomes = await page.evaluate(() => {
    const scope = globalThis as unknown as {
      controller: AbortController
      outcomes: Promise<string[]>
    }
    scope.controller.abort()
    return scope.outcomes
  })
  expect(outcomes).toEqual(['200', 'AbortError'])
  expect(posts.every(({ path }) => path === '/api/e2ee/relay')).toBe(true)
})

test('a background that is stopped in mid-answer breaks the stream, and sends nothing again', async () => {
  let release = () => {}
  observe({
    holdAnswer: new Promise<void>((resolve) => {
      release = resolve
    }),
  })
  const asked = observed.ask(page, model, true).catch(() => 'broken' as const)
  await observed.gateway.held()
  await page.locator('article + countersign-badge').waitFor()
  await stopWorkers(page)
  expect(await asked).toBe('broken')
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^No receipt\. /)])
  release()
  expect(posts).toHaveLength(1)
  expectNothingInClear()
})
