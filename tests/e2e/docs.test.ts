import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { checkAxe } from '../support/browser/check-axe.ts'
import { checkWidth } from '../support/browser/check-width.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = inject('demo')

test('the reference page shows every operation, runs nothing, asks nobody else, and leads back', async () => {
  const browser = await untilEnd(sharedBrowser())
  const { page, complaints, otherOrigins } = await watchPage(browser)
  await page.goto(`${gateway.baseUrl}/docs`)
  expect(await page.title()).toBe('Countersign: reference of the API')
  const text = await page.innerText('body')
  for (const summary of ['Answer a list of messages', 'Show the signing address', 'Make a key']) {
    expect(text).toContain(summary)
  }
  expect(await page.locator('script').count()).toBe(0)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await checkWidth(page, 'reference')
  }
  // Operations are written by one function: the first of each of two tags stand for all.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll(
      'section > section ~ section, section:has(> section):nth-of-type(n + 3)',
    ))
      each.remove()
  })
  expect(await checkAxe(page)).toEqual([])
  const places = () =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()
  const here = await places()
  await page.locator('header a', { hasText: 'Countersign' }).click()
  await page.waitForURL(`${gateway.baseUrl}/`)
  await expect.poll(places).toEqual(here)
  expect(complaints()).toEqual([])
  expect(otherOrigins(gateway.baseUrl)).toEqual([])
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['gzip, br;q=0.5', 'gzip', gunzipSync],
  ['BR', 'br', brotliDecompressSync],
  ['br;q=0, *', undefined, (bytes: Buffer) => bytes],
  ['gzip;q=0, *;q=0', undefined, (bytes: Buffer) => bytes],
  ['identity', undefined, (bytes: Buffer) => bytes],
  ['', undefined, (bytes: Buffer) => bytes],
])('to whom takes %s the reference page is sent so', async (accepted, encoding, open) => {
  const url = `${gateway.baseUrl}/docs/`
  const [response] = (await once(
    get(url, { headers: { 'accept-encoding': accepted } }),
    'response',
  )) as [IncomingMessage]
  const bytes = await buffer(response)
  expect(response.headers).toMatchObject({ vary: expect.stringMatching(/accept-encoding/i) })
  expect(response.headers['content-encoding']).toBe(encoding)
  if (encoding !== undefined) expect(bytes.length).toBeLessThan(60_000)
  expect(open(bytes).toString()).toBe(await (await fetch(url)).text())
})

test('the OpenAPI document names every path that is documented, once', async () => {
  const document = (await (await fetch(`${gateway.baseUrl}/openapi.json`)).json()) as {
    openapi: string
    paths: Readonly<Record<string, Readonly<Record<string, { summary: string }>>>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/api/e2ee/key',
    '/api/e2ee/relay',
    '/api/e2ee/session',
    '/api/evidence/{digest}',
    '/api/keys',
    '/api/keys/self',
    '/api/keys/self/redeem',
    '/api/keys/self/rotate',
    '/api/keys/self/usage',
    '/api/limits',
    '/api/metrics',
    '/healthz',
    '/readyz',
    '/v1/chat/completions',
    '/v1/embeddings',
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/models',
    '/v1/models/traits',
    '/v1/models/{id}',
    '/v1/responses',
  ])
})
