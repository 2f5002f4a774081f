import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { builtManifest, contentScripts } from '../../support/open-extension.ts'
import type { Middle } from '../../support/start-middle.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

let observed: ObservedSite
let middle: Middle
let page: Page

beforeAll(async () => {
  observed = await startObservedSite()
  middle = observed.gateway
})

afterAll(() => observed.close())

beforeEach(async () => {
  middle.lie({})
  page = await observed.openPage()
  return () => page.close()
})

const ask = (model: string, stream: boolean) => observed.ask(page, model, stream)
const newest = () => observed.newest()

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
  const cdp = await observed.extension.context.newCDPSession(page)
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
