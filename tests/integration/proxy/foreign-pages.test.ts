import { request as send } from 'node:http'
import { describe, expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'

// Any page can make its reader's browser ask what listens on the reader's own machine: under the page's
// origin, or under a name of the page's that leads to 127.0.0.1 by now.

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

interface Asking {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** `fetch` would set Host itself. */
function ask(baseUrl: string, { method = 'POST', path, headers, body }: Asking): Promise<Answer> {
  const url = new URL(path ?? '/v1/chat/completions', baseUrl)
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const messages = [{ role: 'user', content: 'Say something.' }]
const evil = 'https://evil.example'

describe('the local proxy', async () => {
  const setup = await untilEnd(startEnclave())
  const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
  let seen: string[] = []
  middle.lie({ onRequest: ({ path }) => seen.push(path) })

  async function start(...allowedOrigins: readonly string[]) {
    const proxy = await untilEnd(startProxy(middle.baseUrl, [], { allowedOrigins }))
    seen = []
    return { url: proxy.baseUrl, port: new URL(proxy.baseUrl).port }
  }

  const body = { model: sealedModel, messages }

  test.each([
    ['a name that a page made lead here', (port: string) => `rebound.example:${port}`],
    ['a name that begins like ours', (port: string) => `localhost.evil.example:${port}`],
    ['an address that is not loopback', (port: string) => `192.168.0.7:${port}`],
    ['a name that only looks like an address', (port: string) => `127.0.0.1.evil.example:${port}`],
    ['another port', () => '127.0.0.1:80'],
    ['no port', () => 'localhost'],
    ['nothing that is a host', () => 'local host'],
  ])('asked as %s it refuses, and asks nobody', async (_what, host) => {
    const { url, port } = await start()
    for (const asking of [{ body }, { method: 'GET', path: '/v1/models' }, { method: 'OPTIONS' }]) {
      const answer = await ask(url, { ...asking, headers: { host: host(port) } })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('host_not_allowed')
    }
    expect(seen).toEqual([])
  })

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '127.9.9.9', '[::1]'])(
    'asked as %s at its own port it serves',
    async (name) => {
      const { url, port } = await start()
      const answer = await ask(url, { body, headers: { host: `${name}:${port}` } })
      expect(answer.status).toBe(200)
    },
  )

  test.each([evil, 'null', 'http://localhost:3000', 'chrome-extension://abcdef'])(
    'a page of %s is refused, preflight and all, and nobody is asked',
    async (origin) => {
      const { url } = await start('http://localhost:4000')
      const headers = { origin, 'content-type': 'text/plain' }
      for (const asking of [
        { body },
        { method: 'GET', path: '/v1/models' },
        { method: 'OPTIONS' },
        { path: '/chat/completions', body },
        { path: '/nothing', body },
      ]) {
        const answer = await ask(url, { ...asking, headers })
        expect(answer.status).toBe(403)
        expect(answer.text).toContain('origin_not_allowed')
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      }
      expect(seen).toEqual([])
    },
  )

  test('its own address as a page’s origin is no exception', async () => {
    const { url } = await start()
    expect((await ask(url, { body, headers: { origin: url } })).status).toBe(403)
  })

  test('a page whose origin was given is served, buffered and streamed, after its preflight', async () => {
    const origin = 'http://localhost:4000'
    const { url } = await start('https://other.example', origin)
    const preflight = await ask(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization, content-type',
    })
    for (const stream of [false, true]) {
      const answer = await ask(url, { body: { ...body, stream }, headers: { origin } })
      expect(answer.status).toBe(200)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      expect(String(answer.headers['vary'])).toContain('origin')
    }
  })
})

const upstream = await untilEnd(startTestUpstream())
const config = configFor(upstream.baseUrl)
const gateway = await untilEnd(startGatewayHere({ config, environment: { SIGNED_OUT_RPM: '20' } }))

describe('a gateway on loopback', () => {
  const body = { model: 'test-private', messages }
  const used = async () => {
    const { headers } = await ask(gateway.baseUrl, { method: 'GET', path: '/v1/models' })
    return Number(headers['x-ratelimit-remaining-requests'])
  }

  test.each<[string, string, (port: string) => Record<string, string>]>([
    ['origin_not_allowed', 'a foreign page', () => ({ origin: evil })],
    ['origin_not_allowed', 'a page of no origin', () => ({ origin: 'null' })],
    ['origin_not_allowed', 'a name like ours', () => ({ origin: 'http://localhost.evil.example' })],
    [
      'host_not_allowed',
      'a page that made its name lead here',
      (port) => ({ host: `rebound.example:${port}`, origin: `http://rebound.example:${port}` }),
    ],
    [
      'host_not_allowed',
      'the same without an origin',
      (port) => ({ host: `rebound.example:${port}` }),
    ],
  ])('without a key answers %s to %s, and spends nothing', async (code, _what, headersFor) => {
    const before = await used()
    const headers = headersFor(new URL(gateway.baseUrl).port)
    for (const asking of [
      { body },
      { path: '/v1/models', method: 'GET' },
      { path: '/api/keys' },
      { path: '/api/e2ee/relay', body },
    ]) {
      const answer = await ask(gateway.baseUrl, { ...asking, headers })
      expect(answer.status).toBe(403)
      expect(answer.text).toContain(code)
    }
    expect(await used()).toBe(before)
  })

  test('serves with a key whoever asks, and without one its own pages, programs and extensions', async () => {
    const made = await ask(gateway.baseUrl, { path: '/api/keys' })
    const { key } = JSON.parse(made.text) as { key: string }
    const served: readonly Record<string, string>[] = [
      { origin: evil, authorization: `Bearer ${key}` },
      { origin: gateway.baseUrl },
      { origin: 'http://localhost:3000' },
      { origin: 'chrome-extension://abcdefghijklmnop' },
      { origin: 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc' },
      {},
    ]
    for (const headers of served) {
      expect((await ask(gateway.baseUrl, { body, headers })).status).toBe(200)
    }
  })

  test('tells everybody what is the same for everybody', async () => {
    for (const path of ['/api/limits', '/healthz', '/']) {
      const answer = await ask(gateway.baseUrl, { method: 'GET', path, headers: { origin: evil } })
      expect(answer.status).toBe(200)
    }
  })

  test.each([
    ['a proxy in front of it', { TRUST_PROXY: '1' }, { host: 'chat.example', origin: evil }],
    ['an address for everybody', { HOST: '0.0.0.0' }, { host: 'chat.example', origin: evil }],
    ['that origin allowed', { ALLOW_ORIGIN: `http://a.example, ${evil}` }, { origin: evil }],
  ])('with %s is there for pages elsewhere', async (_what, environment, headers) => {
    const open = await untilEnd(startGatewayHere({ config, environment }))
    const url = open.baseUrl.replace('0.0.0.0', '127.0.0.1')
    expect((await ask(url, { body, headers })).status).toBe(200)
  })
})
