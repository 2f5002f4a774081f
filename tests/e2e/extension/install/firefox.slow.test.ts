import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import type { UiAnswers, UiRequest } from '../../../../extension/messages/ui-requests.ts'
import {
  firefoxPath,
  openFirefox,
  type FirefoxChrome,
  type OpenFirefox,
} from '../../../support/browser/open-firefox.ts'
import { chatPage } from '../../../support/extension/start-observed-site.ts'
import { startMiddle } from '../../../support/peers/start-middle.ts'
import { startSite, type Site } from '../../../support/peers/start-site.ts'

// The same source in Firefox: an event page instead of a worker, and other permissions.

const path = firefoxPath()
let firefox: OpenFirefox
const gateway = inject('demo')
let site: Site
let own: Page
let chat: Page

beforeAll(async () => {
  if (path === null) return
  site = await startSite({ '/': chatPage })
  firefox = await openFirefox(path)
})

afterAll(async () => {
  if (path === null) return
  await firefox.close()
  await site.close()
})

beforeEach(({ skip }) => {
  if (path === null)
    skip('there is no Firefox here: install one, or name it as FIREFOX=/path/to/firefox')
})

async function ui<Kind extends UiRequest['kind']>(
  request: Extract<UiRequest, { kind: Kind }>,
): Promise<UiAnswers[Kind]> {
  const answer = await own.evaluate(
    (asked) =>
      (
        globalThis as unknown as {
          chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } }
        }
      ).chrome.runtime.sendMessage(asked),
    request as unknown,
  )
  return answer as UiAnswers[Kind]
}

const newest = async () =>
  (await ui({ kind: 'list-answers', origin: site.url, search: '', skip: 0 })).answers[0]

/** What the browser allows the extension, and what of it runs where. */
const given = () =>
  own.evaluate(async () => {
    const { permissions, scripting } = (globalThis as unknown as { chrome: FirefoxChrome }).chrome
    const scripts = await scripting.getRegisteredContentScripts()
    return {
      origins: (await permissions.getAll()).origins,
      run: scripts
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, world, matches }) => [id, world, matches]),
    }
  })

const tabOf = (origin: string) =>
  own.evaluate(async (url) => {
    const { tabs } = (globalThis as unknown as { chrome: FirefoxChrome }).chrome
    const open = await tabs.query({ url: 'http://127.0.0.1/*' })
    return open.find((tab) => tab.url.startsWith(url))?.id ?? -1
  }, origin)

interface Asked {
  readonly status: number
  readonly error?: { readonly code: string; readonly message: string }
}

async function ask(model: string, stream: boolean, of = gateway.baseUrl): Promise<Asked> {
  return chat.evaluate(
    (url, name, streamed) =>
      (globalThis as unknown as { ask: (...all: unknown[]) => Promise<Asked> }).ask(
        url,
        name,
        streamed,
        {},
      ),
    of,
    model,
    stream,
  )
}

test('a site is enabled from the popup, with the permission for its host', async () => {
  own = await firefox.openOwnPage(`popup.html?origin=${encodeURIComponent(site.url)}&tab=-1`)
  const enable = await own.waitForSelector('button.primary')
  await enable?.click()
  await own.waitForFunction(() => document.body.innerText.includes('Switch off on this site'))
  const facts = await ui({ kind: 'look-at-gateway', url: gateway.baseUrl })
  await ui({
    kind: 'add-gateway',
    origin: facts.origin,
    signer: facts.signers.current.address,
    key: null,
  })
  expect((await ui({ kind: 'read-settings' })).sites).toEqual([site.url])
})

test.each([false, true])('an observed answer gets its badge, streamed: %s', async (stream) => {
  chat = await firefox.browser.newPage()
  await chat.goto(site.url)
  await ui({ kind: 'wipe' })
  expect((await ask('svc-chat', stream)).status).toBe(200)
  await chat.waitForSelector('article + countersign-badge')
  await expect.poll(async () => (await newest())?.card.shown).toBe('same')
  expect((await newest())?.card).toMatchObject({ state: 'promised', failed: null })
  await chat.close()
})

test('words in an element of the page’s own have a badge', async () => {
  site.pages.set(
    '/own-element',
    chatPage
      .replace(
        "const turn = document.createElement('article')",
        "const turn = document.createElement('x-words'), article = document.createElement('article')",
      )
      .replace('append(turn)', 'append(article), article.append(turn)'),
  )
  chat = await firefox.browser.newPage()
  await chat.goto(`${site.url}/own-element`)
  await ui({ kind: 'wipe' })
  await ask('svc-chat', false)
  const badges = () => chat.$$('article + countersign-badge').then(({ length }) => length)
  await expect.poll(badges).toBe(1)
  await expect.poll(async () => (await newest())?.card.shown).toBe('same')
  await chat.close()
})

test('the popup says what an answer of the page is worth', async () => {
  chat = await firefox.browser.newPage()
  await chat.goto(site.url)
  await ui({ kind: 'wipe' })
  await ask('svc-chat', true)
  await chat.waitForSelector('article + countersign-badge')
  await expect.poll(async () => (await newest())?.card.shown).toBe('same')
  const popup = await firefox.openOwnPage(
    `popup.html?origin=${encodeURIComponent(site.url)}&tab=${await tabOf(site.url)}`,
  )
  await popup.waitForFunction(() => document.body.innerText.includes('Private · promised'))
  await popup.close()
  await chat.close()
})

test('nothing runs on another host, although it is the same server', async () => {
  expect(await given()).toEqual({
    origins: ['http://127.0.0.1/*'],
    run: [
      ['bridge', 'ISOLATED', ['http://127.0.0.1/*']],
      ['inpage', 'MAIN', ['http://127.0.0.1/*']],
    ],
  })
  const native = (page: Page) => page.evaluate(() => fetch.toString().includes('[native code]'))
  const other = await firefox.browser.newPage()
  await other.goto(site.url.replace('127.0.0.1', 'localhost'))
  expect(await native(other)).toBe(true)
  await other.goto(site.url)
  expect(await native(other)).toBe(false)
  await other.close()
})

test.each(['/', '/verify/', '/extension/', '/keys/'])(
  'the gateway’s page %s has nothing that axe finds here either',
  async (name) => {
    const page = await firefox.browser.newPage()
    await page.goto(gateway.baseUrl + name)
    await page.waitForSelector('.page-footer code')
    expect(await checkAxe(page)).toEqual([])
    await page.close()
  },
)

test('its pages have nothing that axe finds here either', async () => {
  const page = await firefox.openOwnPage('options.html')
  for (const name of ['options', 'welcome', 'sidepanel', 'popup']) {
    const address = `/${name}.html?origin=${encodeURIComponent(site.url)}&tab=-1`
    await page.evaluate((to) => location.assign(to), address)
    // One page takes the place of another: there is none for a moment.
    await expect
      .poll(() =>
        page
          .evaluate(
            (it) =>
              location.pathname + location.search === it && document.querySelector('h1') !== null,
            address,
          )
          .catch(() => false),
      )
      .toBe(true)
    expect(await checkAxe(page), name).toEqual([])
  }
  await page.close()
})

test('a request is encrypted, and its answer opened', async () => {
  await ui({ kind: 'set-development', on: true })
  const more = await own.waitForSelector('summary')
  await more?.click()
  const always = await own.waitForSelector('::-p-aria([name="Always"][role="radio"])')
  await always?.click()
  await expect
    .poll(async () => (await ui({ kind: 'read-settings' })).pairs[0]?.takeover)
    .toBe('always')
  const allow = await own.waitForSelector('::-p-aria([name="Ask the browser"][role="button"])')
  await allow?.click()
  await expect
    .poll(async () => (await given()).origins.toSorted())
    .toEqual(['http://127.0.0.1/*', 'ws://127.0.0.1/*', 'wss://127.0.0.1/*'])
  await ui({ kind: 'wipe' })
  chat = await firefox.browser.newPage()
  await chat.goto(site.url)
  expect((await ask('svc-assist-mini', true)).status).toBe(200)
  await chat.waitForSelector('article + countersign-badge')
  expect((await newest())?.card).toMatchObject({ state: 'simulated', mode: 'e2ee', failed: null })
})

test('under always a native fetch of the page is refused by the browser itself', async () => {
  const outcome = await chat.evaluate(async (url) => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const native = frame.contentWindow as unknown as typeof globalThis
    return native.fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{}' }).then(
      () => 'sent',
      () => 'refused',
    )
  }, gateway.baseUrl)
  expect(outcome).toBe('refused')
})

test('when the extension is updated, an open page sends nothing in clear, and is told what to do', async () => {
  const slow = await startMiddle(gateway.baseUrl)
  const posts: string[] = []
  slow.lie({
    onRequest({ path: asked, request }) {
      if (request.body.length > 0) posts.push(asked)
    },
    holdAnswer: new Promise(() => {}),
  })
  const { origin, signers } = await ui({ kind: 'look-at-gateway', url: slow.baseUrl })
  await ui({ kind: 'add-gateway', origin, signer: signers.current.address, key: null })
  const [pair] = (await ui({ kind: 'read-settings' })).pairs
  if (pair) await ui({ kind: 'set-pair', pair: { ...pair, gateway: origin } })
  await chat.reload()
  const amid = ask('svc-assist-mini', true, origin).then(
    () => 'answered',
    () => 'broken',
  )
  await slow.held()
  await firefox.update()
  expect(await amid).toBe('broken')
  expect((await ask('svc-assist-mini', true, origin)).error).toMatchObject({
    code: 'attestation_unavailable',
    message: expect.stringMatching(/ nothing was sent\. .* Load the page again\.$/),
  })
  expect(posts).toEqual(['/api/e2ee/relay'])
  await slow.close()
  own = await firefox.openOwnPage(`popup.html?origin=${encodeURIComponent(site.url)}&tab=-1`)
})

test('a permission that is taken back ends it all, and the popup does not say otherwise', async () => {
  await own.evaluate(async () => {
    const { permissions } = (globalThis as unknown as { chrome: FirefoxChrome }).chrome
    await permissions.remove({
      origins: ['http', 'ws', 'wss'].map((scheme) => `${scheme}://127.0.0.1/*`),
    })
  })
  await expect.poll(given).toEqual({ origins: [], run: [] })
  const popup = await firefox.openOwnPage(
    `popup.html?origin=${encodeURIComponent(site.url)}&tab=-1`,
  )
  await popup.waitForFunction(() => document.body.innerText.includes('Enable on this site'))
  await popup.close()
})
