import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { untilEnd } from '../support/until-end.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = inject('demo')
const prefix = '/chat/gateway'
const browser = await untilEnd(sharedBrowser())

/** A proxy that serves the gateway below a path of its host, and takes that path away. */
const proxy = createServer((asked, answer) => {
  const path = asked.url ?? ''
  if (!path.startsWith(`${prefix}/`)) return answer.writeHead(404).end('not of the gateway')
  const { hostname, port } = new URL(gateway.baseUrl)
  const passed = request(
    {
      hostname,
      port,
      path: path.slice(prefix.length),
      method: asked.method,
      headers: asked.headers,
    },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    },
  )
  return asked.pipe(passed)
})

await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`

afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

/** Pages that ask the gateway, and the one that its server writes. */
test('pages work below a path of a host, with its slash and without, and ask for nothing beside it', async () => {
  const { page, complaints } = await watchPage(browser)
  const asked: string[] = []
  page.on('request', (each) => asked.push(each.url()))
  const follow = async (name: string, sign: string) => {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.getByText(sign).first().waitFor()
  }
  const isPromised = () =>
    page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  await page.goto(`${base}/`)
  await page.getByRole('button', { name: 'Ask' }).click()
  await isPromised()
  await page.getByRole('link', { name: 'See each check' }).click()
  await isPromised()
  const link = await page.locator('.share-panel pre').innerText()
  expect(link.startsWith(`${base}/verify/#1.`)).toBe(true)
  await follow('Models', 'svc-chat')
  await follow('Keys', 'Make a key')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('left in this minute').waitFor()
  await page.locator('.page-footer code', { hasText: /^[0-9a-f]{64}$/ }).waitFor()
  await follow('API', 'Answer a list of messages')
  await page.goto(link.replace('/verify/#', '/verify#'))
  await isPromised()
  expect(page.url()).toBe(link)
  const outside = asked.filter((url) => !url.startsWith(`${base}/`))
  expect(outside).toEqual([])
  expect(complaints().filter((text) => !text.includes('favicon'))).toEqual([])
})
