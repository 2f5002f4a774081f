import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { privacyLabel } from '../../../../shared/modes.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { atKeyboard, type Keyboard } from '../../../support/extension/at-keyboard.ts'
import { openOnScreen, type ExtensionOnScreen } from '../../../support/extension/open-on-screen.ts'
import { hasScreen, startScreen, type Screen } from '../../../support/browser/start-screen.ts'
import { startSite, type Site } from '../../../support/peers/start-site.ts'

// From a browser that has just got the extension to the first badge, as a person goes it: each click is counted,
// and the screen after it kept in dist/screenshots/journey.

const gateway = inject('demo')
const promised = `${privacyLabel('private', undefined)} · promised`
const folder = join(import.meta.dirname, '../../../../dist/screenshots/journey')
const packages = join(import.meta.dirname, '../../../../dist/extension')

/** A chat that calls the gateway itself, with a question typed already: one click sends it. */
const chatPage = `<!doctype html><title>chat</title><style>body{font:16px/1.6 system-ui;max-width:36rem;margin:2rem auto}</style>
<h1>A chat</h1><p><input value="What does a receipt prove?" size=30> <button>Send</button></p><main></main><script>
document.querySelector('button').addEventListener('click', async () => {
  const turn = document.createElement('article')
  document.querySelector('main').append(turn)
  const response = await fetch('${gateway.baseUrl}/v1/chat/completions', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: document.querySelector('input').value }] }) })
  turn.textContent = (await response.json()).choices[0].message.content
})
</script>`

let screen: Screen
let extension: ExtensionOnScreen
let site: Site
let keyboard: Keyboard
let clicks: string[]

beforeEach(async ({ skip }) => {
  if (!hasScreen) skip('there is no screen to show a prompt on: install xvfb and xdotool')
  screen = await startScreen()
  ;[site, extension] = await Promise.all([startSite({ '/': chatPage }), openOnScreen(screen)])
  keyboard = atKeyboard(screen, extension)
  clicks = []
})

afterEach(async () => {
  await extension.close()
  screen.close()
  await site.close()
})

/** One click of the journey, whatever it is that a test presses for it. */
async function click(on: string, act: () => Promise<unknown>): Promise<void> {
  await act()
  clicks.push(on)
}

function tell(name: string): void {
  process.stdout.write(
    `${name}: ${clicks.length} clicks to the first badge: ${clicks.join(', ')}\n`,
  )
}

/** What is still being drawn is waited for. */
function shooting(name: string): (step: string) => Promise<void> {
  const own = join(folder, name)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  let at = 0
  return async (step) => {
    at += 1
    let seen = ''
    await expect
      .poll(
        () => {
          const before = seen
          seen = screen.picture()
          return seen === before
        },
        { interval: 200 },
      )
      .toBe(true)
    screen.shoot(join(own, `${at}-${step}.png`))
  }
}

async function visit(url: string): Promise<Page> {
  const page = await extension.context.newPage()
  await page.goto(url)
  await page.bringToFront()
  return page
}

/** The last three of each journey: on a page that was open before. */
async function enableAndAsk(chat: Page, shoot: (step: string) => Promise<void>): Promise<void> {
  await chat.bringToFront()
  await click('the mark, on the chat page', () => keyboard.goTo('Enable on this site'))
  await shoot('popup-on-the-chat')
  await click('Enable on this site', async () => {
    screen.press('Return')
    await expect.poll(keyboard.isAsked).toBe(true)
  })
  await shoot('prompt')
  await click('Allow', async () => {
    const loaded = chat.waitForEvent('load')
    await keyboard.allow()
    await loaded
    await expect.poll(extension.popupText).toContain('Watching this chat')
  })
  await shoot('watching')
  await click('Send', async () => {
    await chat.getByRole('button', { name: 'Send' }).click()
    await chat.locator('article + countersign-badge').waitFor()
  })
  await expect.poll(() => badgeNames(chat)).toEqual([expect.stringContaining(promised)])
  await shoot('badge')
}

test('with the gateway’s own page open, it is six clicks to the first badge', async () => {
  const shoot = shooting('from-the-gateways-page')
  const chat = await visit(site.url)
  await visit(`${gateway.baseUrl}/`)
  await click('the mark, on the gateway’s page', () => keyboard.goTo('Use it for my chats'))
  await shoot('popup-on-the-gateway')
  expect((await extension.ui({ kind: 'read-settings' })).gateways).toEqual([])
  await click('Use it for my chats', async () => {
    screen.press('Return')
    await expect.poll(extension.popupText).toContain('you pinned its signer')
  })
  await shoot('pinned')
  screen.press('Escape')
  await enableAndAsk(chat, shoot)
  tell('From the gateway’s page')
  expect(clicks.length).toBeLessThanOrEqual(6)
})

test('from the gateway’s page about the extension it is nine actions to the first badge, which is there', async () => {
  const shoot = shooting('from-the-extension-page')
  const page = await visit(`${gateway.baseUrl}/extension/`)
  await shoot('steps')
  await click('Download', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download for Chrome' }).click()
    const zip = readFileSync(await (await download).path())
    expect(zip).toEqual(readFileSync(join(packages, (await download).suggestedFilename())))
  })
  // What the browser's own page does, in which this browser has the same files already.
  const own = await page.locator('.step h3').allInnerTexts()
  for (const step of own.slice(1, -3)) await click(step, () => Promise.resolve())
  expect(own.at(-3)).toBe('Click the puzzle piece, then Countersign')
  await click('the puzzle piece', () => Promise.resolve())
  await click('Countersign', () => keyboard.goTo('Use it, with badges here'))
  await shoot('popup')
  await click('Use it, with badges here', async () => {
    screen.press('Return')
    await expect.poll(keyboard.isAsked).toBe(true)
  })
  await click('Allow', async () => {
    const loaded = page.waitForEvent('load')
    await keyboard.allow()
    await loaded
  })
  const { gateways, sites } = await extension.ui({ kind: 'read-settings' })
  expect(gateways.map(({ origin }) => origin)).toEqual([gateway.baseUrl])
  expect(sites).toEqual([gateway.baseUrl])
  screen.press('Escape')
  await click('Ask', async () => {
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('article + countersign-badge').waitFor()
  })
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringContaining(promised)])
  await shoot('badge')
  tell('From the page about the extension')
  expect(clicks.length).toBeLessThanOrEqual(9)
})

test('with the gateway’s address at hand, it is six clicks to the first badge', async () => {
  const shoot = shooting('from-its-address')
  const chat = await visit(site.url)
  const welcome = await visit(extension.own.url().replace('options.html', 'welcome.html'))
  await shoot('welcome')
  const { host } = new URL(gateway.baseUrl)
  await welcome.keyboard.type(host)
  await click('Look at it', async () => {
    await welcome.keyboard.press('Enter')
    await welcome.getByText('Who signs').waitFor()
  })
  await shoot('who-signs')
  await click('Pin this signer', async () => {
    await welcome.getByRole('button', { name: 'Pin this signer' }).click()
    await welcome.getByText('One step is left').waitFor()
  })
  await shoot('pinned')
  await enableAndAsk(chat, shoot)
  tell('From its address')
  expect(clicks.length).toBeLessThanOrEqual(6)
})
