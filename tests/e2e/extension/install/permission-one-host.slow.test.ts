import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { atKeyboard, type Keyboard } from '../../../support/extension/at-keyboard.ts'
import { openOnScreen, type ExtensionOnScreen } from '../../../support/extension/open-on-screen.ts'
import { startMiddle, type Middle } from '../../../support/peers/start-middle.ts'
import { chatPage } from '../../../support/extension/start-observed-site.ts'
import { hasScreen, startScreen, type Screen } from '../../../support/browser/start-screen.ts'
import { startSite, type Site } from '../../../support/peers/start-site.ts'

// Chat and gateway on one host, as most who run their own have them: the browser gives a permission by host,
// so that of the gateway is held before it is asked for, all but its sockets.

let screen: Screen
let extension: ExtensionOnScreen
const gateway = inject('demo')
let middle: Middle
let site: Site
let chat: Page
let keyboard: Keyboard
let posts: string[] = []

beforeAll(async () => {
  if (!hasScreen) return
  screen = await startScreen()
  ;[site, extension] = await Promise.all([startSite({ '/': chatPage }), openOnScreen(screen)])
  middle = await startMiddle(gateway.baseUrl)
  middle.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0) posts.push(path)
    },
  })
  keyboard = atKeyboard(screen, extension)
  const facts = await extension.ui({ kind: 'look-at-gateway', url: middle.baseUrl })
  const signer = facts.signers.current.address
  await extension.ui({ kind: 'add-gateway', origin: facts.origin, signer, key: null })
  await extension.ui({ kind: 'set-development', on: true })
  chat = await extension.context.newPage()
  await chat.goto(site.url)
})

afterAll(async () => {
  if (!hasScreen) return
  await extension.close()
  screen.close()
  await middle.close()
  await site.close()
})

beforeEach(async ({ skip }) => {
  if (!hasScreen) skip('there is no screen to show a prompt on: install xvfb and xdotool')
  posts = []
  await chat.bringToFront()
})

const pairs = async () => (await extension.ui({ kind: 'read-settings' })).pairs

async function ask(): Promise<{ readonly status: number }> {
  return chat.evaluate(
    (url) =>
      (globalThis as unknown as { ask(...all: unknown[]): Promise<{ status: number }> }).ask(
        url,
        'svc-assist-mini',
        true,
        {},
      ),
    middle.baseUrl,
  )
}

test('always is set with the click; while the browser still asks, nothing leaves in clear', async () => {
  await keyboard.goTo('Enable on this site')
  const loaded = chat.waitForEvent('load')
  screen.press('Return')
  await keyboard.allow()
  await expect
    .poll(async () => (await extension.ui({ kind: 'read-settings' })).sites)
    .toEqual([site.url])
  await loaded
  await expect.poll(extension.popupText).toContain('Watching this chat')
  screen.press('Escape')
  expect((await ask()).status).toBe(200)
  expect(posts).toEqual(['/v1/chat/completions'])
  posts = []

  await keyboard.goTo('Off')
  // The last of the three, backwards.
  screen.press('Left')
  await keyboard.goOnTo('Ask the browser')
  screen.press('Return')
  await expect.poll(keyboard.isAsked).toBe(true)
  await expect
    .poll(pairs)
    .toMatchObject([{ site: site.url, gateway: middle.baseUrl, takeover: 'always' }])
  expect((await ask()).status).toBe(403)
  expect(posts).toEqual([])
})

test('allowed, it is encrypted from the next message on', async () => {
  await keyboard.allow()
  await expect.poll(async () => (await ask()).status).toBe(200)
  expect(new Set(posts)).toEqual(new Set(['/api/e2ee/relay']))
  expect(await pairs()).toMatchObject([{ takeover: 'always' }])
  await keyboard.goTo('Always')
  screen.press('Escape')
})
