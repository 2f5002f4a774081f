import { deflateRawSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkAxe } from '../support/check-axe.ts'
import { openBrowser } from '../support/open-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { watchPage } from '../support/watch-page.ts'

const gateway = inject('demo')
let browser: Browser
const paths = ['/', '/verify', '/limits', '/keys'] as const

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
})

test.each(paths)(
  '%s fits 320 px and wide screens, in light and dark, without complaints',
  async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 1440]) {
        const watched = await watchPage(browser, {
          colorScheme,
          viewport: { width, height: 800 },
        })
        const { page } = watched
        await page.goto(gateway.baseUrl + path)
        await page.locator('h1').waitFor()
        if (path === '/verify') {
          await pasteIntoVerify(page, await ask())
          await page.locator('.checks summary').first().click()
          await page.getByRole('button', { name: 'Show as QR code' }).click()
        }
        if (path === '/limits') await page.locator('.statements').waitFor()
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
        expect(await checkAxe(page), `${path} ${colorScheme} ${width}`).toEqual([])
        expect(watched.complaints()).toEqual([])
        expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
        await page.close()
      }
    }
  },
)

test('every page has a strict policy and the headers that go with it', async () => {
  for (const path of paths) {
    const { headers } = await fetch(gateway.baseUrl + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|data:| \*[; ]/)
    expect(policy.includes('https:')).toBe(path === '/verify')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-ratelimit-limit-requests')).not.toBe(null)
  }
})

test('a signer that was pinned and has changed is a loud event, and judges until it is accepted', async () => {
  const { page } = await watchPage(browser)
  const old = `0x${'ab'.repeat(20)}`
  await page.addInitScript(
    ([gatewayOrigin, address]) => {
      localStorage.setItem('countersign.pins', JSON.stringify({ [gatewayOrigin ?? '']: address }))
    },
    [gateway.baseUrl, old],
  )
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByRole('alert').getByText('changed its signer').waitFor()
  await pasteIntoVerify(page, await ask())
  await page.locator('#verdict-word', { hasText: /^Failed$/ }).waitFor()
  await page.getByRole('button', { name: 'Accept the new signer' }).click()
  await page.locator('#verdict-word', { hasText: /^Not all checked$/ }).waitFor()
})

/** Bytes of all that is loaded for an address, as they come over the wire. */
async function loadedBytes(path: string, ready: string): Promise<number> {
  const { page } = await watchPage(browser)
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(gateway.baseUrl + path, { waitUntil: 'networkidle' })
  await page.getByText(ready).first().waitFor()
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await page.close()
  return bytes
}

test('what /verify loads at first is at most 75 kB gzipped', async () => {
  const bytes = await loadedBytes('/verify', 'publishes')
  expect(bytes).toBeGreaterThan(30_000)
  expect(bytes).toBeLessThanOrEqual(75_000)
})

test('a link to a receipt, with the program that judges it, is at most 110 kB gzipped', async () => {
  const { svc } = JSON.parse(await ask()) as { svc: { receipt: object } }
  const packed = deflateRawSync(JSON.stringify(svc.receipt)).toString('base64url')
  const bytes = await loadedBytes(`/verify#1.${packed}`, 'Not all checked')
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(110_000)
})

async function ask(): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  return response.text()
}
