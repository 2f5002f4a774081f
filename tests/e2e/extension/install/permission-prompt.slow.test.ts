import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { atKeyboard, type Keyboard } from '../../../support/extension/at-keyboard.ts'
import { openOnScreen, type ExtensionOnScreen } from '../../../support/extension/open-on-screen.ts'
import { chatPage } from '../../../support/extension/start-observed-site.ts'
import { hasScreen, startScreen, type Screen } from '../../../support/browser/start-screen.ts'
import { startSite, type Site } from '../../../support/peers/start-site.ts'

// The browser's own prompt, answered at the keyboard: no page and no debugger can.

interface Chrome {
  readonly permissions: { getAll(): Promise<{ readonly origins: readonly string[] }> }
  readonly scripting: {
    getRegisteredContentScripts(): Promise<
      readonly { readonly id: string; readonly matches: readonly string[] }[]
    >
  }
  readonly runtime: { getContexts(of: object): Promise<readonly { contextType: string }[]> }
}

let screen: Screen
let extension: ExtensionOnScreen
const gateway = inject('demo')
let site: Site
let chat: Page
let keyboard: Keyboard

/** The same gateway, by a name that is another host to the browser. */
const named = () => gateway.baseUrl.replace('127.0.0.1', 'localhost')

beforeAll(async () => {
  if (!hasScreen) return
  screen = await startScreen()
  ;[site, extension] = await Promise.all([startSite({ '/': chatPage }), openOnScreen(screen)])
  keyboard = atKeyboard(screen, extension)
  const facts = await extension.ui({ kind: 'look-at-gateway', url: named() })
  await extension.ui({
    kind: 'add-gateway',
    origin: facts.origin,
    signer: facts.signers.current.address,
    key: null,
  })
  chat = await extension.context.newPage()
  await chat.goto(site.url)
})

afterAll(async () => {
  if (!hasScreen) return
  await extension.close()
  screen.close()
  await site.close()
})

beforeEach(async ({ skip }) => {
  if (!hasScreen) skip('there is no screen to show a prompt on: install xvfb and xdotool')
  await chat.bringToFront()
})

async function given(): Promise<{ readonly origins: readonly string[]; readonly run: unknown }> {
  return extension.own.evaluate(async () => {
    const { permissions, scripting } = (globalThis as unknown as { chrome: Chrome }).chrome
    const scripts = await scripting.getRegisteredContentScripts()
    return {
      origins: (await permissions.getAll()).origins,
      run: scripts
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, matches }) => [id, matches]),
    }
  })
}

const onlyHere = [
  ['bridge', ['http://127.0.0.1/*']],
  ['inpage', ['http://127.0.0.1/*']],
]

/** The worlds that scripts of the extension have in a page. */
async function worlds(page: Page): Promise<readonly string[]> {
  const cdp = await page.context().newCDPSession(page)
  const names: string[] = []
  cdp.on('Runtime.executionContextCreated', ({ context }) => names.push(context.name))
  await cdp.send('Runtime.enable')
  await cdp.detach()
  return names.filter((name) => name === 'Countersign')
}

test('a prompt that is denied leaves everything as it was', async () => {
  expect(await given()).toEqual({ origins: [], run: [] })
  await keyboard.goTo('Enable on this site')
  screen.press('Return')
  await expect.poll(keyboard.isAsked).toBe(true)
  screen.press('Escape')
  await expect.poll(keyboard.isAsked).toBe(false)
  await extension.openPopup()
  expect(await given()).toEqual({ origins: [], run: [] })
  expect((await extension.ui({ kind: 'read-settings' })).sites).toEqual([])
  screen.press('Escape')
  await expect.poll(() => extension.focused()).toBe(null)
})

test('allowed, the page is loaded again, and the extension runs on that host and on no other', async () => {
  await keyboard.goTo('Enable on this site')
  const loaded = chat.waitForEvent('load')
  screen.press('Return')
  await keyboard.allow()
  await expect
    .poll(async () => (await extension.ui({ kind: 'read-settings' })).sites)
    .toEqual([site.url])
  await expect.poll(given).toEqual({ origins: ['http://127.0.0.1/*'], run: onlyHere })

  await loaded
  await expect.poll(extension.popupText).toContain('Watching this chat')
  screen.press('Escape')
  expect(await worlds(chat)).toEqual(['Countersign'])
  await chat.evaluate(
    (url) =>
      (globalThis as unknown as { ask: (...all: unknown[]) => unknown }).ask(
        url,
        'svc-chat',
        true,
        {},
      ),
    named(),
  )
  await chat.locator('article + countersign-badge').waitFor()

  const other = await extension.context.newPage()
  await other.goto(site.url.replace('127.0.0.1', 'localhost'))
  expect(await worlds(other)).toEqual([])
  await other.close()
})

test('to refuse what would leave in clear, the gateway’s host is asked for, and no script runs there', async () => {
  await keyboard.goTo('Off')
  screen.press('Right')
  await expect.poll(extension.popupText).toContain('Your browser will ask whether Countersign may')
  expect(keyboard.isAsked()).toBe(false)
  await keyboard.goOnTo('Ask the browser')
  screen.press('Return')
  await keyboard.allow()
  await expect
    .poll(async () => (await extension.ui({ kind: 'read-settings' })).pairs)
    .toMatchObject([{ site: site.url, gateway: named(), takeover: 'possible' }])
  const { origins, run } = await given()
  expect(origins.toSorted()).toEqual([
    'http://127.0.0.1/*',
    'http://localhost/*',
    'ws://localhost/*',
    'wss://localhost/*',
  ])
  expect(run).toEqual(onlyHere)
})

test('the side panel opens beside the page', async () => {
  await keyboard.goTo('Open the side panel')
  screen.press('Return')
  await expect
    .poll(() =>
      extension.own.evaluate(async () => {
        const { runtime } = (globalThis as unknown as { chrome: Chrome }).chrome
        return (await runtime.getContexts({})).map(({ contextType }) => contextType)
      }),
    )
    .toContain('SIDE_PANEL')
})
