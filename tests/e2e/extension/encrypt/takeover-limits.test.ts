import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import {
  startObservedSite,
  type ObservedSite,
} from '../../../support/extension/start-observed-site.ts'

// Encryption from the browser: requests that are too long, too many of them at once, and more than the gateway serves.

const model = 'svc-assist-mini'
let page: Page
let posts: { path: string; length: number }[] = []

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
await observed.ui({ kind: 'set-development', on: true })

beforeEach(async () => {
  posts = []
  observe()
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

function observe(more: Parameters<ObservedSite['gateway']['lie']>[0] = {}): void {
  observed.gateway.lie({
    ...more,
    onRequest({ path, request }) {
      if (request.body.length > 0) posts.push({ path, length: request.body.length })
    },
  })
}

/** Asks with an image of 9 MiB. */
function askLong(): Promise<{ status: number; body: string }> {
  return page.evaluate(
    async ([url, name]) => {
      const image = `data:image/png;base64,${'A'.repeat(9 * 1024 * 1024)}`
      const content = [{ type: 'image_url', image_url: { url: image } }]
      const body = JSON.stringify({ model: name, messages: [{ role: 'user', content }] })
      const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
      return { status: response.status, body: await response.text() }
    },
    [observed.gateway.baseUrl, model] as const,
  )
}

test('under always a request that is too long is refused with an error that a page can show', async () => {
  const { status, body } = await askLong()
  expect(status).toBe(413)
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'request_too_large' } })
  expect(posts).toEqual([])
  // And the page is served as before.
  expect((await observed.ask(page, model, false)).status).toBe(200)
})

test('one request too many at once is an error that a page can show, and asks nothing', async () => {
  let release = () => {}
  observe({
    holdHead: new Promise<void>((resolve) => {
      release = resolve
    }),
  })
  await page.evaluate(
    ([url, name]) => {
      const asked = Array.from({ length: 17 }, () =>
        fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          body: JSON.stringify({ model: name, messages: [{ role: 'user', content: 'Hi' }] }),
        }),
      )
      Object.assign(globalThis, { asked })
    },
    [observed.gateway.baseUrl, model] as const,
  )
  const last = await page.evaluate(async () => {
    const { asked } = globalThis as unknown as { asked: Promise<Response>[] }
    const response = await asked.at(-1)
    return { status: response?.status, body: (await response?.json()) as unknown }
  })
  expect(last).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
  release()
  const statuses = await page.evaluate(async () => {
    const { asked } = globalThis as unknown as { asked: Promise<Response>[] }
    return (await Promise.all(asked.slice(0, -1))).map(({ status }) => status)
  })
  expect(statuses).toEqual(Array.from({ length: 16 }, () => 200))
  expect(posts.map(({ path }) => path)).toEqual(statuses.map(() => '/api/e2ee/relay'))
  expect((await observed.ask(page, model, false)).status).toBe(200)
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
