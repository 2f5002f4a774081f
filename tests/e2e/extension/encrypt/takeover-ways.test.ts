import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// Under `always` the gateway is one place, however a page writes its address and has the browser go there.

const model = 'svc-assist-mini'
const question = 'Hello, these words are private.'
let page: Page
let posts: { path: string; body: string }[] = []

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
await observed.ui({ kind: 'set-development', on: true })

beforeEach(async () => {
  posts = []
  observe()
  await observed.ui({ kind: 'wipe' })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** Writes down what the gateway is posted, or asked in its address. */
function observe(): void {
  observed.gateway.lie({
    onRequest({ path, request }) {
      // The real gateway is asked by a client that opens no sockets.
      for (const name of ['upgrade', 'sec-websocket-key', 'sec-websocket-version']) {
        delete request.headers[name]
      }
      if (request.body.length === 0 && !path.includes('words')) return
      posts.push({ path, body: request.body.toString() })
    },
  })
}

/** Goes to the gateway after all that was sent before it, so that nothing is on its way any longer. */
async function expectNothingSent(): Promise<void> {
  expect((await observed.ask(page, model, false)).status).toBe(200)
  expect(posts.filter(({ path }) => path !== '/api/e2ee/relay')).toEqual([])
}

/** Names it as a gateway, too, under always. */
async function alsoNamed(url: string): Promise<void> {
  const { origin, signers } = await observed.ui({ kind: 'look-at-gateway', url })
  await observed.ui({ kind: 'add-gateway', origin, signer: signers.current.address, key: null })
  await observed.setPair({ gateway: origin, takeover: 'always' })
  await page.reload()
}

test('under always an address in upper case with a name, a password, and a dot behind the host is the gateway’s all the same', async () => {
  const { port } = new URL(observed.gateway.baseUrl)
  const address = `HTTP://u:p@LOCALHOST.:${port}`
  await alsoNamed(`http://localhost:${port}`)
  const outcomes = await page.evaluate(
    async ([origin, words]) => {
      const to = `${origin}/v1/chat/completions`
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const native = frame.contentWindow as unknown as typeof globalThis
      const ask = (Asking: typeof XMLHttpRequest, method: string, url: string) =>
        new Promise<string>((resolve) => {
          const xhr = new Asking()
          xhr.addEventListener('load', () => resolve(String(xhr.status)))
          xhr.addEventListener('error', () => resolve('refused'))
          xhr.open(method, url)
          xhr.send(method === 'GET' ? null : words)
        })
      navigator.sendBeacon(to, words)
      // First: it waits until the hook was told what to do.
      const { status } = await fetch(to, { method: 'POST', body: words })
      const others = await Promise.all([
        ask(XMLHttpRequest, 'POST', to),
        ask(native.XMLHttpRequest, 'POST', to),
        ask(native.XMLHttpRequest, 'GET', `${to}?words=${encodeURIComponent(words)}`),
      ])
      return [String(status), ...others]
    },
    [address, question] as const,
  )
  expect(outcomes).toEqual(['400', '400', 'refused', 'refused'])
  // A form that is sent leads away from the page.
  await page.evaluate(
    ([origin, words]) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.action = `${origin}/v1/chat/completions`
      form.append(Object.assign(document.createElement('input'), { name: 'q', value: words }))
      document.body.append(form)
      form.submit()
    },
    [address, question] as const,
  )
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/')
  page = await observed.openPage()
  await expectNothingSent()
})

/** Ways of a page to have the browser ask for an address with words in it. */
const ways: Readonly<Record<string, (to: string) => void>> = {
  'an image': (to) => {
    new Image().src = to
  },
  'a sound': (to) => {
    new Audio().src = to
  },
  'a script': (to) => {
    document.head.append(Object.assign(document.createElement('script'), { src: to }))
  },
  'a style': (to) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'stylesheet', href: to }))
  },
  'a prefetch': (to) => {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'prefetch', href: to }))
  },
  'a frame': (to) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: to }))
  },
  'an EventSource': (to) => {
    Object.assign(globalThis, { source: new EventSource(to) })
  },
  'a link with a target': (to) => {
    document.body.append(Object.assign(document.createElement('iframe'), { name: 'there' }))
    Object.assign(document.createElement('a'), { href: to, target: 'there' }).click()
  },
  'a form that gets': (to) => {
    document.body.append(Object.assign(document.createElement('iframe'), { name: 'here' }))
    const form = Object.assign(document.createElement('form'), { target: 'here', action: to })
    form.append(Object.assign(document.createElement('input'), { name: 'words', value: 'words' }))
    document.body.append(form)
    form.submit()
  },
  'a ping': (to) => {
    const link = Object.assign(document.createElement('a'), { href: '#', ping: to })
    document.body.append(link)
    link.click()
  },
  'a beacon': (to) => {
    navigator.sendBeacon(to, 'words')
  },
}

test('under always nothing of a page has the browser ask the gateway for an address', async () => {
  for (const [way, go] of Object.entries(ways)) {
    const words = `words=${encodeURIComponent(way)}`
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('words'))
    await page.evaluate(
      ([make, to]) => {
        // oxlint-disable-next-line no-implied-eval
        const ask = new Function(`return ${make}`)() as (address: string) => void
        ask(to)
      },
      [String(go), `${observed.gateway.baseUrl}/v1/chat/completions?${words}`] as const,
    )
    expect((await failed).failure()?.errorText, way).toBe('net::ERR_BLOCKED_BY_CLIENT')
  }
  await expectNothingSent()
})

test('under always what only reads is let through, and every other method is refused', async () => {
  const outcomes = await page.evaluate(
    async ([url, words]) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const native = frame.contentWindow as unknown as typeof globalThis
      // It waits until the hook was told what to do: before that, the browser's own rule refuses.
      await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: words })
      const ask = (own: typeof fetch, path: string, init: RequestInit) =>
        own(`${url}${path}`, init).then(
          ({ status }) => String(status),
          () => 'refused',
        )
      const asked = [fetch, native.fetch].flatMap((own) => [
        ask(own, '/v1/models', {}),
        // The browser asks the gateway beforehand whether it may.
        ask(own, '/v1/models', { headers: { 'content-type': 'application/json' } }),
        ask(own, '/v1/models?words', {}),
        ask(own, '/v1/models?words', { method: 'HEAD' }),
        ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].map((method) =>
          ask(own, '/v1/models', { method, body: words }),
        ),
      ])
      return Promise.all(asked)
    },
    [observed.gateway.baseUrl, question] as const,
  )
  const refused = (how: string) => Array.from({ length: 7 }, () => how)
  expect(outcomes).toEqual(['200', '200', ...refused('400'), '200', '200', ...refused('refused')])
  expect(posts).toEqual([])
})

test('under always a page’s socket to the gateway is refused, by whatever name, and one that no hook is in by the browser itself', async () => {
  const { host } = new URL(observed.gateway.baseUrl)
  // Whatever asks by fetch waits until the hook was told what to do.
  expect((await observed.ask(page, model, false)).status).toBe(200)
  const outcomes = await page.evaluate(
    (at) =>
      [`ws://${at}/?words`, `ws://u:p@${at}/?words`, `http://${at}/?words`].map((url) => {
        try {
          return new WebSocket(url).url
        } catch (error) {
          return (error as Error).name
        }
      }),
    host,
  )
  expect(outcomes).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
  // Out of a frame.
  const outcome = await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const native = frame.contentWindow as unknown as typeof globalThis
    const socket = new native.WebSocket(`${url.replace('http', 'ws')}/?words`)
    return new Promise<string>((resolve) => {
      for (const type of ['error', 'open']) socket.addEventListener(type, () => resolve(type))
    })
  }, observed.gateway.baseUrl)
  expect(outcome).toBe('error')
  await expectNothingSent()
})

test('under always a service worker sends nothing, and a redirect of the site’s own server leads no prompt to the gateway', async () => {
  const sending = `fetch(data, { method: 'POST', body: 'words' }).then(() => 'sent', () => 'refused')`
  observed.site.handle = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(
      `addEventListener('message', ({ data, source }) => ${sending}.then((told) => source.postMessage(told)))`,
    )
  }
  const outcome = await page.evaluate(async (to) => {
    await navigator.serviceWorker.register('/worker.js')
    const { active } = await navigator.serviceWorker.ready
    const told = new Promise<unknown>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data))
    })
    navigator.serviceWorker.startMessages()
    active?.postMessage(to)
    return told
  }, `${observed.gateway.baseUrl}/v1/chat/completions`)
  expect(outcome).toBe('refused')
  expect(posts).toEqual([])
  observed.site.handle = (_request, response) => {
    const location = `${observed.gateway.baseUrl}/v1/chat/completions`
    response.writeHead(307, { location, 'access-control-allow-origin': '*' }).end()
  }
  const redirected = await page.evaluate(
    (words) =>
      fetch('/there', { method: 'POST', body: words }).then(
        () => 'sent',
        () => 'refused',
      ),
    question,
  )
  expect(redirected).toBe('refused')
  expect(posts).toEqual([])
})
