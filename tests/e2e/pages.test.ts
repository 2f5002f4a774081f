import { askGateway } from '../support/requests/ask-gateway.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { checkScreens } from '../support/browser/check-screens.ts'
import { checkWidth } from '../support/browser/check-width.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { pasteIntoVerify } from '../support/verify-page/paste-into-verify.ts'
import { watchPage } from '../support/browser/watch-page.ts'

const gateway = inject('demo')
const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string
  readonly license: string
}
const paths = [
  '/',
  '/verify/',
  '/catalogue/',
  '/extension/',
  '/limits/',
  '/keys/',
  '/privacy/',
] as const

/** What stands on a page once all of it does. */
const signs: Readonly<Record<string, string>> = {
  '/verify/': '.signer-panel code',
  '/catalogue/': '.catalogue li',
  '/extension/': '.package-file :is(pre, a)',
  '/limits/': '.statements',
}

async function isReady(path: string): Promise<void> {
  await page
    .locator(signs[path] ?? 'h1')
    .first()
    .waitFor()
  await page.locator('.page-footer code', { hasText: /^[0-9a-f]{64}$/ }).waitFor()
}

const browser = await untilEnd(sharedBrowser())
/** One for all, with what its cache holds: it is several times cheaper than a new one. */
const watched = await watchPage(browser)
const { page } = watched
await watchShifts()

/** Gzipped; of a page that is not named 130 kB. */
const mostBytes: Readonly<Record<string, number>> = { '/verify/': 80_000 }

test.each(paths)(
  '%s is small, nothing on it moves while it is loaded, it fits phones and wide screens, in light and dark, and names at its foot what is served',
  async (path) => {
    const { shifts, bytes } = await load(path, 360, () => isReady(path))
    expect(shifts).toEqual([])
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(mostBytes[path] ?? 130_000)
    if (path === '/verify/') {
      await checkFoot()
      await pasteIntoVerify(page, await askGateway(gateway.baseUrl))
      await page.locator('.checks summary').first().click()
    }
    await checkScreens(page, path)
    await page.setViewportSize({ width: 768, height: 800 })
    await checkWidth(page, path)
    expect(watched.complaints()).toEqual([])
    expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
  },
)

/** Version, licence and the digest of what is served. */
async function checkFoot(): Promise<void> {
  const foot = page.locator('.page-footer')
  expect(await foot.innerText()).toContain(`Countersign ${version}`)
  const served = async (name: string) => {
    const address = await foot.getByRole('link', { name }).getAttribute('href')
    return (await fetch(new URL(address ?? '', page.url()))).text()
  }
  expect(await served(license)).toContain('Apache License')
  expect(await served('Libraries')).toContain('@noble/curves')
  expect(await served('Privacy')).toContain('<title>')
  const digest = createHash('sha256')
    .update(await served('the pages served here'))
    .digest('hex')
  expect(await foot.locator('code').innerText()).toBe(digest)
}

/** Writes down what moves by itself: nothing is to. */
function watchShifts() {
  return page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly sources: readonly {
        readonly node: Node | null
        readonly previousRect: DOMRect
        readonly currentRect: DOMRect
      }[]
    }
    const shifts: string[] = []
    const write = (entries: PerformanceEntryList) => {
      for (const { sources } of entries as Shift[]) {
        for (const { node, previousRect, currentRect } of sources) {
          const text = node?.textContent?.slice(0, 30)
          shifts.push(`${node?.nodeName} ${text}: ${previousRect.y} to ${currentRect.y}`)
        }
      }
    }
    const observer = new PerformanceObserver((list) => write(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    /** Takes what the browser has seen, told to the observer by now or not. */
    const takeShifts = () => {
      write(observer.takeRecords())
      return shifts.splice(0)
    }
    Object.assign(window, { takeShifts })
  })
}

/** Two frames: what was drawn last is then seen. */
const shiftsIn = () =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { takeShifts: () => string[] }).takeShifts()
  })

const sizes = new Map<string, Promise<number>>()

/** What a new browser gets for this address, in bytes. */
function sizeOf(url: string): Promise<number> {
  const size = sizes.get(url) ?? gzippedSize(url)
  sizes.set(url, size)
  return size
}

async function gzippedSize(url: string): Promise<number> {
  const [response] = (await once(
    get(url, { headers: { 'accept-encoding': 'gzip' } }),
    'response',
  )) as [IncomingMessage]
  return (await buffer(response)).length
}

/** What moves while this is loaded, and how many bytes come over the wire for it. */
async function load(path: string, width: number, ready: () => Promise<void>) {
  await page.setViewportSize({ width, height: 830 })
  // A link into a page would not load it again.
  if (path.includes('#')) await page.goto('about:blank')
  const loaded = new Set<string>()
  const count = (request: Request) => loaded.add(request.url())
  page.on('requestfinished', count)
  await page.goto(gateway.baseUrl + path)
  await ready()
  const shifts = await shiftsIn()
  for (const picture of await page.locator('img').all()) await picture.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', count)
  const each = await Promise.all([...loaded].map(sizeOf))
  const bytes = each.reduce((sum, size) => sum + size, 0)
  return { shifts, bytes }
}

test('nothing moves where a link brings a verdict, which loads 124 kB at most, or is found to be broken', async () => {
  for (const [link, word, width] of [
    [await linkToReceipt(), 'Private · promised', 360],
    ['/verify/#1.broken', 'No receipt', 1440],
  ] as const) {
    const { shifts, bytes } = await load(link, width, () =>
      page.locator('#verdict-word', { hasText: word }).waitFor(),
    )
    expect(shifts, word).toEqual([])
    expect(bytes).toBeLessThanOrEqual(124_000)
  }
})

test('nothing moves when a verdict, and then an enclave’s evidence, takes the place that waited for it', async () => {
  await page.setViewportSize({ width: 1440, height: 3_000 })
  /** What moves behind what its reader did, until this is there. */
  const shiftsUntil = async (held: Awaited<ReturnType<typeof hold>>, sign: string) => {
    await held.asked
    await page.locator('.waiting').waitFor()
    await shiftsIn()
    held.release()
    await page.locator(sign).first().waitFor()
    await page.locator('.chain-panel input').first().waitFor({ state: 'attached' })
    return shiftsIn()
  }
  const shiftsOfEvidence = async () => {
    const evidence = await hold('**/api/e2ee/key*')
    await page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
    return shiftsUntil(evidence, '.chain-link')
  }
  const answer = await askGateway(gateway.baseUrl, { model: 'svc-assist-mini' })
  await page.goto(`${gateway.baseUrl}/verify/`)
  await isReady('/verify/')
  const judging = await hold('**/assets/judged-document*.js')
  await page.locator('#input-text').fill(answer)
  await page.getByRole('button', { name: 'Check it' }).click()
  expect(await shiftsUntil(judging, '.verdict'), 'verdict').toEqual([])
  expect(await shiftsOfEvidence(), 'evidence').toEqual([])
  // Result is what is seen, and where the keyboard is.
  const top = () => page.locator('.verdict').evaluate((each) => each.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(40)
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('judged-verdict')

  await page.setViewportSize({ width: 360, height: 640 })
  await pasteIntoVerify(page, answer)
  await page.locator('.chain-link').first().waitFor({ state: 'detached' })
  expect(await shiftsOfEvidence(), 'evidence on a phone').toEqual([])
  await expect.poll(top).toBeLessThan(40)
})

/** Holds what is asked for at this address until it is let go. */
async function hold(address: string) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => held.resolve() }
}

test('every page has a strict policy and the headers that go with it', async () => {
  for (const path of paths) {
    const { headers } = await fetch(gateway.baseUrl + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|data:| \*[; ]/)
    expect(policy.includes('https:')).toBe(path === '/verify/')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-ratelimit-limit-requests')).not.toBe(null)
  }
})

test('what is not there is said in a page that fits all screens, too', async () => {
  const before = watched.complaints().length
  await page.goto(`${gateway.baseUrl}/no/such/page`)
  await checkScreens(page, 'no page')
  const added = watched.complaints().slice(before)
  expect(added.filter((text) => !text.includes('404'))).toEqual([])
})

async function linkToReceipt(): Promise<string> {
  const { svc } = JSON.parse(await askGateway(gateway.baseUrl)) as { svc: { receipt: object } }
  return `/verify/#1.${deflateRawSync(JSON.stringify(svc.receipt)).toString('base64url')}`
}
