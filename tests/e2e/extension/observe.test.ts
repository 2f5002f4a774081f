import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildExtension,
  builtManifest,
  contentScripts,
  openExtension,
  type OpenExtension,
} from '../../support/open-extension.ts'
import { startGateway, type RunningGateway } from '../../support/start-gateway.ts'
import { startMiddle, type Middle } from '../../support/start-middle.ts'

// A small page that behaves like a chat front-end in the browser, the built extension, and a gateway.

const chatPage = `<!doctype html><title>chat</title><main></main><script>
async function ask(gateway, model, stream) {
  const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
  const response = await fetch(gateway + '/v1/chat/completions', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream }) })
  let text = ''
  if (stream) {
    for (const line of (await response.text()).split('\\n')) {
      if (!line.startsWith('data: {')) continue
      const { choices } = JSON.parse(line.slice(6))
      text += choices?.[0]?.delta.content ?? ''
    }
  } else text = (await response.json()).choices?.[0].message.content ?? ''
  const turn = document.createElement('article')
  turn.textContent = text
  document.querySelector('main').append(turn)
}
</script>`

let extension: OpenExtension
let gateway: RunningGateway
let middle: Middle
let site: Server
let siteUrl: string
let page: Page

beforeAll(async () => {
  buildExtension()
  gateway = await startGateway({ config: null })
  middle = await startMiddle(gateway.baseUrl)
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(chatPage)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  extension = await openExtension(['http://127.0.0.1/*'])
  const popup = await extension.context.newPage()
  await popup.goto(extension.popupFor(siteUrl))
  await popup.getByRole('button', { name: `Enable on ${siteUrl}` }).click()
  await popup.getByRole('button', { name: `Switch off on ${siteUrl}` }).waitFor()
  await popup.getByLabel('Address of a gateway').fill(middle.baseUrl)
  await popup.getByRole('button', { name: 'Add' }).click()
  await popup.getByText(middle.baseUrl).waitFor()
  await popup.close()
})

afterAll(async () => {
  await extension.close()
  await middle.close()
  await gateway.stop()
  site.close()
})

beforeEach(async () => {
  middle.lie({})
  page = await extension.context.newPage()
  await page.goto(siteUrl)
  return () => page.close()
})

const ask = (model: string, stream: boolean) =>
  page.evaluate(
    ([url, name, streamed]) =>
      (globalThis as unknown as { ask: (...args: unknown[]) => Promise<void> }).ask(
        url,
        name,
        streamed,
      ),
    [middle.baseUrl, model, stream] as const,
  )

/** The newest answer's label and words as the popup shows them, which a page cannot fake. */
async function newest(): Promise<string> {
  const popup = await extension.context.newPage()
  await popup.goto(extension.popupFor(siteUrl))
  const text = await popup.locator('section li').filter({ hasText: '2026' }).first().innerText()
  await popup.close()
  return text
}

test.each([false, true])(
  'an answer that is as signed gets its badge, streamed: %s',
  async (stream) => {
    await ask('svc-chat', stream)
    await page.locator('article + countersign-badge').waitFor()
    expect(await newest()).toContain('Private: the operator promises that nothing is kept')
  },
)

test('an answer that was altered on its way is failed, and the check is named', async () => {
  middle.lie({
    onAnswer(answer, { path }) {
      if (!path.endsWith('/chat/completions')) return
      answer.body = Buffer.from(
        answer.body.toString().replace('receipt says', 'receipt never says'),
      )
    },
  })
  await ask('svc-chat', false)
  await page.locator('countersign-badge').waitFor()
  expect(await newest()).toMatch(/^Failed[\s\S]*commitment\.response/)
})

test('a simulated enclave is shown as one, and counts for nothing', async () => {
  await ask('svc-assist-mini', true)
  await page.locator('countersign-badge').waitFor()
  expect(await newest()).toMatch(/^Simulated enclave, no hardware proof[\s\S]*counts for nothing/)
})

test('a background that is stopped in mid-answer judges it all the same', async () => {
  let goOn = () => {}
  const stopped = new Promise<void>((resolve) => {
    goOn = resolve
  })
  middle.lie({ holdAnswer: stopped })
  const asked = ask('svc-chat', true)
  await middle.held()
  const cdp = await extension.context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  goOn()
  await asked
  await page.locator('countersign-badge').waitFor()
})

test('an answer without a receipt gets no badge, and no neighbour’s', async () => {
  middle.lie({
    onAnswer(answer, { path }) {
      if (path.endsWith('/chat/completions')) {
        answer.body = Buffer.from(answer.body.toString().replace(/,"svc":.*(?=\}$)/s, ''))
      }
    },
  })
  await ask('svc-chat', false)
  await page.locator('article').waitFor()
  middle.lie({})
  await ask('svc-chat', false)
  await page.locator('countersign-badge').waitFor()
  expect(await page.locator('countersign-badge').count()).toBe(1)
})

test('a badge goes at once when its element shows another text', async () => {
  await ask('svc-chat', false)
  await page.locator('countersign-badge').waitFor()
  await page.evaluate(() => {
    const turn = document.querySelector('article')
    if (turn) turn.textContent = 'Something that nobody signed, in the place of the answer.'
  })
  await expect.poll(() => page.locator('countersign-badge').count()).toBe(0)
})

test('the extension may use storage, scripting and the active tab, and asks for each host by itself', () => {
  const manifest = builtManifest()
  expect(manifest['permissions']).toEqual(['storage', 'scripting', 'activeTab'])
  expect(manifest['optional_host_permissions']).toEqual(['*://*/*'])
  expect(manifest).not.toHaveProperty('host_permissions')
  expect(manifest).not.toHaveProperty('content_scripts')
})

test('content scripts are small, and hold no cryptography', () => {
  for (const { name, text } of contentScripts()) {
    expect(text.length, name).toBeLessThan(20_000)
    expect(text, name).not.toMatch(/secp256k1|keccak|sha256|aes|promptCommit/i)
  }
})
