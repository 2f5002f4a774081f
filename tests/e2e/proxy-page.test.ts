import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { pageStyle } from '../../server/commands/proxy/page/page-files.ts'
import { untilEnd } from '../support/until-end.ts'
import { ask } from '../support/ask.ts'
import { checkAxe } from '../support/check-axe.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { sealedModel, startEnclave } from '../support/start-enclave.ts'
import { startProxy } from '../support/start-proxy.ts'

// The local proxy's own page.

const setup = await untilEnd(startEnclave())
const browser = await untilEnd(sharedBrowser())
const proxy = await untilEnd(
  startProxy(setup.gateway.baseUrl, ['tools'], {
    allowedOrigins: ['https://chat.example'],
  }),
)

const canary = 'canary-of-the-page'
const hostile = '<img src=x onerror=alert(1)>'

const chat = (more: object = {}) =>
  ask(`${proxy.baseUrl}/v1/chat/completions`, {
    model: sealedModel,
    messages: [{ role: 'user', content: canary }],
    ...more,
  })

test('each request appears as it ends, with its verdict and what left in clear, and without its words', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${proxy.baseUrl}/`)
  await expect.poll(() => page.locator('#summary').innerText()).toContain('No request yet')
  await chat()
  await page.locator('#requests > li').waitFor()
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
  await chat({ tools })
  await chat({ logprobs: true })
  await chat({ model: hostile })
  await expect.poll(() => page.locator('#requests > li').count()).toBe(4)
  const [newest, refused, clear, first] = await page.locator('#requests > li').allInnerTexts()
  expect(newest).toContain('Refused: model_not_found')
  expect(newest).toContain(hostile)
  expect(refused).toContain('Refused: e2ee_field_not_private')
  expect(clear).toContain(sealedModel)
  expect(first).toContain('Simulated enclave')
  expect(await page.locator('#summary').innerText()).toMatch(/^4 requests; newest: Refused/)
  await page.locator('#requests > li').nth(2).locator('summary').click()
  const opened = page.locator('#requests > li').nth(2)
  await expect.poll(() => opened.innerText()).toContain('Sent in clear: tools.')
  await expect.poll(() => opened.innerText()).toContain('Any hardware')
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.content()).not.toContain(canary)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await checkAxe(page)).toEqual([])
  }
  const isWider = () => document.documentElement.scrollWidth > window.innerWidth
  expect(await page.evaluate(isWider)).toBe(false)
  expect(complaints).toEqual([])
  // What was there before a page is opened stands in it at once.
  const again = await browser.newPage()
  await again.goto(`${proxy.baseUrl}/`)
  expect(await again.locator('#requests > li').count()).toBe(4)
})

function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${proxy.baseUrl}${path}`, { headers }, (response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', reject)
  })
}

test.each(['/', '/page/events', '/page/live.js', '/page/style.css'])(
  '%s is for its user alone',
  async (path) => {
    expect(await statusOf(path, {})).toBe(200)
    expect(await statusOf(path, { 'sec-fetch-site': 'same-origin' })).toBe(200)
    // A name that leads here by now, another page, and even one that may use the proxy.
    for (const headers of [
      { host: 'rebound.example' },
      { host: `rebound.example:${new URL(proxy.baseUrl).port}` },
      { origin: 'https://elsewhere.example' },
      { origin: 'https://chat.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' },
    ]) {
      expect(await statusOf(path, headers), JSON.stringify(headers)).toBe(403)
    }
  },
)

test('a page of an earlier run hears that it is one', async () => {
  const answer = await fetch(`${proxy.baseUrl}/page/events?after=0123-4`)
  expect(await answer.text()).toContain('event: other-run')
})

test('nobody’s page frames it, and it loads nothing from elsewhere', async () => {
  const { headers } = await fetch(`${proxy.baseUrl}/`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('its colours are those of every other page', () => {
  const tokens = readFileSync(
    new URL('../../shared/ui/tokens.css', import.meta.url),
    'utf8',
  ).replaceAll(/\s+/g, ' ')
  const own = [...pageStyle.matchAll(/^ {2}(--[a-z-]+:[^;]*;)/gm)].map(([, line = '']) =>
    line.replaceAll(/\s+/g, ' '),
  )
  expect(own.length).toBeGreaterThan(10)
  for (const line of own) expect(tokens).toContain(line)
})
