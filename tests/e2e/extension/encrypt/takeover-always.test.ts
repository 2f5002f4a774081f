import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { watchPosts } from '../../../support/extension/watch-posts.ts'

// Under `always` nothing leaves in clear, by whichever way a page tries.

const model = 'svc-assist-mini'
const question = 'Hello, these words are private.'
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

test('under always another path of the gateway is refused, and so are a body that is no text and a model without an enclave: the page shows by whom, and what can be done', async () => {
  const statuses = await page.evaluate(
    async ([url, words]) => {
      const form = new FormData()
      form.append('messages', words)
      const asked = [
        fetch(`${url}/v1/embeddings`, { method: 'POST', body: JSON.stringify({ input: words }) }),
        fetch(`${url}/v1/chat/completions?x=1`, { method: 'POST', body: words }),
        fetch(`${url}/v1/chat/completions`, { method: 'POST', body: form }),
        fetch(`${url}/v1/chat/completions`, { method: 'POST', body: 'not JSON at all' }),
      ]
      return Promise.all(asked.map((each) => each.then(({ status }) => status)))
    },
    [observed.gateway.baseUrl, question] as const,
  )
  expect(statuses).toEqual([400, 400, 400, 400])
  const { error } = await observed.ask(page, 'svc-chat', true)
  expect(Object.keys(error ?? {})).toEqual(
    expect.arrayContaining(['message', 'type', 'param', 'code']),
  )
  const shown = await page.locator('article').innerText()
  expect(shown).toContain('Countersign stopped this message, because it could not be encrypted.')
  expect(shown).toContain('Choose another model')
  expect(shown).toContain('the Countersign mark in the toolbar')
  expect(posts).toEqual([])
})

test('under always a page that asks by XMLHttpRequest is told who refused it, and what can be done, until it asks for another address', async () => {
  // What asks by fetch waits until the hook was told what to do, and what follows it need not.
  await observed.ask(page, 'svc-chat', false, { messages: 'none' })
  const told = await page.evaluate(
    ([url, words]) =>
      Promise.all(
        (['', 'json', 'arraybuffer'] as const).map(
          (type) =>
            new Promise<readonly unknown[]>((resolve) => {
              const xhr = new XMLHttpRequest()
              xhr.open('POST', `${url}/v1/chat/completions`)
              xhr.responseType = type
              xhr.onload = () => {
                const { response, status, readyState } = xhr
                const error =
                  type === 'json'
                    ? response
                    : JSON.parse(
                        type === '' ? xhr.responseText : new TextDecoder().decode(response),
                      )
                resolve([status, readyState, xhr.getResponseHeader('Content-Type'), error.error])
              }
              xhr.send(JSON.stringify({ messages: [{ role: 'user', content: words }] }))
            }),
        ),
      ),
    [observed.gateway.baseUrl, question] as const,
  )
  for (const [status, readyState, type, error] of told) {
    expect([status, readyState, type]).toEqual([400, 4, 'application/json; charset=utf-8'])
    expect(error).toMatchObject({
      code: 'e2ee_unsupported_endpoint',
      message: expect.stringMatching(/Countersign stopped this request.*nothing was sent.*toolbar/),
    })
  }
  expect(posts).toEqual([])
  // For another address it is an ordinary one again.
  const status = await page.evaluate(
    (url) =>
      new Promise((resolve) => {
        const xhr = new XMLHttpRequest()
        xhr.open('POST', `${url}/v1/chat/completions`, false)
        xhr.send('{}')
        const refused = xhr.status
        xhr.open('GET', `${url}/v1/models`)
        xhr.onload = () => resolve([refused, xhr.status, JSON.parse(xhr.responseText).object])
        xhr.send()
      }),
    observed.gateway.baseUrl,
  )
  expect(status).toEqual([400, 200, 'list'])
})

test('under always the browser itself refuses every other way to send a prompt', async () => {
  const outcomes = await page.evaluate(
    async ([url, words]) => {
      const to = `${url}/v1/chat/completions`
      const body = JSON.stringify({
        model: 'svc-chat',
        messages: [{ role: 'user', content: words }],
      })
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const native = frame.contentWindow as unknown as typeof globalThis
      const worker = new Worker(
        URL.createObjectURL(
          new Blob([
            `fetch(${JSON.stringify(to)}, { method: 'POST', body: ${JSON.stringify(body)} })
              .then(() => postMessage('sent'), () => postMessage('refused'))`,
          ]),
        ),
      )
      const told = (work: Promise<unknown>) =>
        work.then(
          () => 'sent',
          () => 'refused',
        )
      const xhr = new XMLHttpRequest()
      const xhrTold = new Promise<string>((resolve) => {
        xhr.addEventListener('load', () => resolve(xhr.status === 400 ? 'refused' : 'sent'))
        xhr.addEventListener('error', () => resolve('refused'))
      })
      xhr.open('POST', to)
      xhr.send(body)
      navigator.sendBeacon(to, body)
      const sandboxed = new Promise<string>((resolve) => {
        window.addEventListener('message', ({ data }) => resolve(data as string))
      })
      const ofNoOrigin = document.createElement('iframe')
      ofNoOrigin.setAttribute('sandbox', 'allow-scripts')
      ofNoOrigin.srcdoc = `<script>
        fetch(${JSON.stringify(to)}, { method: 'POST', body: ${JSON.stringify(body)} })
          .then(() => parent.postMessage('sent', '*'), () => parent.postMessage('refused', '*'))</script>`
      document.body.append(ofNoOrigin)
      return Promise.all([
        told(native.fetch(to, { method: 'POST', body })),
        told(native.fetch(to, { method: 'POST', body, keepalive: true })),
        told(native.fetch(to, { method: 'PUT', body })),
        xhrTold,
        new Promise<string>((resolve) => {
          worker.addEventListener('message', ({ data }) => resolve(data as string))
        }),
        sandboxed,
      ])
    },
    [observed.gateway.baseUrl, question] as const,
  )
  expect(outcomes).toEqual(Array(6).fill('refused'))
  // A form that is sent leads away from the page.
  await page.evaluate(
    ([url, words]) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.action = `${url}/v1/chat/completions`
      const field = document.createElement('input')
      field.name = 'prompt'
      field.value = words
      form.append(field)
      document.body.append(form)
      form.submit()
    },
    [observed.gateway.baseUrl, question] as const,
  )
  await expect.poll(() => page.url()).not.toBe(`${observed.siteUrl}/`)
  expect(posts).toEqual([])
})

test('under always not even what the browser reports by itself is posted to the gateway', async () => {
  observed.site.headers = {
    'content-security-policy': `img-src 'none'; report-uri ${observed.gateway.baseUrl}/v1/chat/completions`,
  }
  const reported = await observed.openPage()
  observed.site.headers = {}
  const failed = reported.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await reported.evaluate((words) => {
    const image = document.createElement('img')
    image.src = `https://nowhere.example/${encodeURIComponent(words)}`
    document.body.append(image)
  }, question)
  expect((await failed).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_CLIENT')
  expect(posts).toEqual([])
  await reported.close()
})

test('however fast the settings change, the browser holds to the last of them', async () => {
  const isRefused = () =>
    page.evaluate(
      async ([url, words]) => {
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const native = frame.contentWindow as unknown as typeof globalThis
        return native
          .fetch(`${url}/v1/embeddings`, { method: 'POST', body: JSON.stringify({ input: words }) })
          .then(
            () => false,
            () => true,
          )
      },
      [observed.gateway.baseUrl, question] as const,
    )
  await observed.setPair({ takeover: 'off' })
  await expect.poll(isRefused).toBe(false)
  await Promise.all(
    (['always', 'off', 'possible', 'off', 'always', 'possible', 'always'] as const).map(
      (takeover) => observed.setPair({ takeover }),
    ),
  )
  await expect.poll(isRefused).toBe(true)
})

test('a page that swaps fetch by itself, and its builtins, sends nothing in clear', async () => {
  await page.evaluate(() => {
    const hooked = window.fetch
    window.fetch = (input, init) => hooked(input, init)
    Array.prototype.push = new Proxy(Array.prototype.push, {})
  })
  expect((await observed.ask(page, model, true)).status).toBe(200)
  expect(posts).toHaveLength(1)
  expectNothingInClear()
})
