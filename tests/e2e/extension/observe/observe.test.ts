import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { builtManifest, contentScripts } from '../../../support/extension/open-extension.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { stopWorkers } from '../../../support/extension/stop-workers.ts'

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const middle = observed.gateway

beforeEach(async () => {
  middle.lie({})
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

const ask = (model: string, stream: boolean) => observed.ask(page, model, stream)
const badges = () => page.locator('countersign-badge').count()

/** The newest answer's card, once the text beside its badge was compared. */
async function card() {
  await expect.poll(async () => (await observed.newest())?.card.shown).toMatch(/same|differs/)
  return (await observed.newest())?.card
}

/** Alters the answers to chat requests, and nothing else. */
function alterAnswers(alter: (text: string) => string): void {
  middle.lie({
    onAnswer(answer, { path }) {
      if (path.endsWith('/chat/completions')) {
        answer.body = Buffer.from(alter(answer.body.toString()))
      }
    },
  })
}

test('an answer that is as signed gets its badge, which goes at once when its element shows another text, and comes back with the text', async () => {
  await ask('svc-chat', true)
  await page.locator('article + countersign-badge').waitFor()
  expect(await card()).toMatchObject({
    state: 'promised',
    label: 'Private · promised',
    shown: 'same',
    circumstances: expect.arrayContaining([
      'Straight from the gateway’s own address.',
      'The text shown here is the signed text.',
    ]) as string[],
    failed: null,
  })
  const text = await page.locator('article').innerText()
  const show = (shown: string) =>
    page.evaluate(async (words) => {
      const turn = document.querySelector('article')
      if (turn) turn.textContent = words
      await Promise.resolve()
      return document.querySelectorAll('countersign-badge').length
    }, shown)
  expect(await show('Something that nobody signed, in the place of the answer.')).toBe(0)
  await show(text)
  await page.locator('article + countersign-badge').waitFor()
  expect(await badges()).toBe(1)
})

test('an answer without a receipt gets no badge, and no neighbour’s', async () => {
  const others = ['Words of somebody else, which no receipt is about.', 'Words of a third one.']
  const askWithout = () => {
    alterAnswers((text) =>
      text
        .replace(/,"svc":.*(?=\}$)/s, '')
        .replace(/"content":"[^"]*"/, `"content":"${others.shift()}"`),
    )
    return ask('svc-chat', false)
  }
  await askWithout()
  middle.lie({})
  await ask('svc-chat', false)
  await askWithout()
  await page.locator('article:nth-of-type(2) + countersign-badge').waitFor()
  expect(await card()).toMatchObject({ shown: 'same' })
  const texts = await page.locator('article').allInnerTexts()
  expect(new Set(texts).size).toBe(3)
  expect(await badges()).toBe(1)
})

test('a background that is stopped in mid-answer judges it all the same', async () => {
  let goOn = () => {}
  middle.lie({
    holdAnswer: new Promise<void>((resolve) => {
      goOn = resolve
    }),
  })
  const asked = ask('svc-chat', true)
  await middle.held()
  await page.locator('countersign-badge').waitFor()
  await stopWorkers(page)
  goOn()
  await asked
  expect(await card()).toMatchObject({ state: 'promised', shown: 'same' })
})

test('the page’s own calls are what they were, and an answer that has no body comes through as it is', async () => {
  observed.site.handle = (_request, response) => response.writeHead(204).end()
  const status = await page.evaluate(() =>
    fetch('/ping', { method: 'POST', body: '{}' }).then((response) => response.status),
  )
  expect(status).toBe(204)
  const seen = await page.evaluate(async (url) => {
    const response = await fetch(`${url}/v1/models`)
    const socket = WebSocket.prototype
    return {
      type: response.type,
      url: response.url,
      isResponse: response instanceof Response,
      name: fetch.name,
      length: fetch.length,
      isSocket: Object.create(socket) instanceof WebSocket,
      open: WebSocket.OPEN,
    }
  }, observed.gateway.baseUrl)
  expect(seen).toEqual({
    type: 'cors',
    url: `${observed.gateway.baseUrl}/v1/models`,
    isResponse: true,
    name: 'fetch',
    length: 1,
    isSocket: true,
    open: 1,
  })
})

test('the permissions are these, and each host is asked for by itself', () => {
  const manifest = builtManifest()
  expect(manifest['permissions']).toEqual([
    'storage',
    'scripting',
    'activeTab',
    'declarativeNetRequestWithHostAccess',
    'sidePanel',
  ])
  expect(manifest['optional_host_permissions']).toEqual(['*://*/*', 'ws://*/*', 'wss://*/*'])
  for (const name of ['host_permissions', 'content_scripts', 'web_accessible_resources']) {
    expect(manifest).not.toHaveProperty(name)
  }
})

test('content scripts are small, and hold no cryptography', () => {
  for (const { name, text } of contentScripts()) {
    expect(text.length, name).toBeLessThan(83_000)
    expect(text, name).not.toMatch(/secp256k1|keccak|sha256|aes|promptCommit/i)
  }
})
