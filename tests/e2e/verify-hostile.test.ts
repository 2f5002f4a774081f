import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/open-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startGateway, type RunningGateway } from '../support/start-gateway.ts'
import { watchPage, type WatchedPage } from '../support/watch-page.ts'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }

let gateway: RunningGateway
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  ;[gateway, browser] = await Promise.all([startGateway({ config: null }), openBrowser()])
  watched = await watchPage(browser)
  await watched.page.goto(`${gateway.baseUrl}/verify`)
  await watched.page.getByText('publishes').waitFor()
})

afterAll(async () => {
  await browser.close()
  await gateway.stop()
})

async function expectRefusal(word: string, sentence: string): Promise<void> {
  await expect
    .poll(() => watched.page.locator('.verdict').innerText(), { timeout: 10_000 })
    .toContain(sentence)
  expect(await watched.page.locator('#verdict-word').innerText()).toBe(word)
}

async function open(buffer: Buffer): Promise<void> {
  await watched.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer })
}

/** By its path, so that the browser reads it, and not a script of the test in the page. */
async function openFromDisk(text: string): Promise<void> {
  const path = join(temporaryFolder(), 'file.json')
  writeFileSync(path, text)
  await watched.page.locator('input[type=file]').setInputFiles(path)
}

/** The longest task of the page's main thread while `step` runs, in milliseconds. */
async function longestTaskMs(step: () => Promise<void>): Promise<number> {
  await watched.page.evaluate(() => {
    const kept = window as unknown as { longest: number }
    kept.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration)
    }).observe({ type: 'longtask' })
  })
  await step()
  return watched.page.evaluate(() => (window as unknown as { longest: number }).longest)
}

const [good] = answers.cases
const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>'

test('10 MiB, pasted or opened, is an error sentence and no hang', async () => {
  const large = `{"receipt":"${'x'.repeat(10 * 1024 * 1024)}"}`
  const opened = await longestTaskMs(async () => {
    await openFromDisk(large)
    await expectRefusal('Unrecognised', 'larger than 768 KiB')
  })
  expect(opened).toBeLessThan(100)
  await pasteIntoVerify(watched.page, large)
  await expectRefusal('Unrecognised', 'larger than 768 KiB')
})

test('deep nesting is an error sentence', async () => {
  await pasteIntoVerify(watched.page, `{"svc":${'['.repeat(300_000)}${']'.repeat(300_000)}}`)
  await expectRefusal('Invalid', 'nested deeper')
  await pasteIntoVerify(watched.page, `{"svc":${'{"a":'.repeat(150_000)}`)
  await expectRefusal('Incomplete', 'ends before')
})

test('bytes that are no UTF-8, and UTF-16, are not recognised', async () => {
  await open(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))
  await expectRefusal('Unrecognised', 'not text in UTF-8')
  await open(Buffer.from('\ufeff{"svc":{}}', 'utf16le'))
  await expectRefusal('Unrecognised', 'not text in UTF-8')
})

test('markup in every field is shown as text and never run', async () => {
  const file = {
    choices: [{ message: { role: markup, content: markup, tool_calls: [{ id: markup }] } }],
    svc: { ...good?.svc, privacy_label: markup, resolved_via_trait: markup },
  }
  await pasteIntoVerify(watched.page, JSON.stringify(file))
  await expectRefusal('Invalid', 'Do not rely on it')
  expect(await watched.page.locator('.exchange').innerText()).toContain('<img src=x')
  expect(await watched.page.locator('img, .exchange script').count()).toBe(0)
})

test('a name that would turn the text around is shown by its numbers', async () => {
  const { svc } = JSON.parse(JSON.stringify(good)) as { svc: { receipt: { body: object } } }
  svc.receipt.body = { ...svc.receipt.body, model: 'svc-\u202etahc' }
  await pasteIntoVerify(watched.page, JSON.stringify(svc.receipt))
  await expectRefusal('Invalid', 'Do not rely on it')
  expect(await watched.page.locator('main').innerText()).not.toContain('\u202e')
})

test('a link that unpacks to half a gigabyte is refused after 768 KiB', async () => {
  const bomb = deflateRawSync(Buffer.alloc(512 * 1024 * 1024, 0x20), { level: 9 })
  await pasteIntoVerify(watched.page, `#1.${bomb.toString('base64url')}`)
  await expectRefusal('Unrecognised', 'What this link holds is too large')
})

test('damaged, cut and unknown links are three sentences', async () => {
  const link = deflateRawSync(JSON.stringify(good?.svc.receipt)).toString('base64url')
  await pasteIntoVerify(watched.page, `${gateway.baseUrl}/verify#1.${link.slice(0, 60)}`)
  await expectRefusal('Incomplete', 'cannot be unpacked')
  await pasteIntoVerify(watched.page, `${gateway.baseUrl}/verify#1.${link}!`)
  await expectRefusal('Invalid', 'wrong character')
  await pasteIntoVerify(watched.page, `${gateway.baseUrl}/verify#2.${link}`)
  await expectRefusal('Unrecognised', 'a form that this page does not know')
})

test('750 kB of an answer is judged within the time of one glance', async () => {
  const content = 'word '.repeat(149_000)
  const file = JSON.stringify({
    choices: [{ message: { role: 'assistant', content } }],
    svc: good?.svc,
  })
  const longest = await longestTaskMs(async () => {
    await openFromDisk(file)
    await expectRefusal('Invalid', 'Do not rely on it')
  })
  expect(longest).toBeLessThan(200)
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
