import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openBrowser } from './open-browser.ts'

type PageOptions = NonNullable<Parameters<Browser['newPage']>[0]>

/** What Playwright's own test runner does to give a tab on, its storage, cache, scripts and sizes as in a new one. */
interface ReusingBrowser extends Browser {
  _newContextForReuse(options: PageOptions): Promise<BrowserContext>
  _disconnectFromReusedContext(reason: string): Promise<void>
}

/** What a tab can take over from the one before; with other options a page has a new one. */
const adjustable: readonly string[] = ['viewport', 'colorScheme'] satisfies (keyof PageOptions)[]

let launched: Promise<ReusingBrowser> | undefined
/** The page that has the tab now. */
let holder: Page | undefined
let isTaken = false

export interface SharedBrowser extends Pick<Browser, 'newPage' | 'newContext'> {
  /** Closes what was opened in it. */
  close(): Promise<void>
}

/**
 * A Chromium that all files of a worker share, one after the other; it ends with its worker. One tab is
 * given on, which is cheaper than a new one: from a page that is closed, or whose test is over, to the next.
 */
export async function sharedBrowser(): Promise<SharedBrowser> {
  launched ??= openBrowser() as Promise<ReusingBrowser>
  const browser = await launched
  return {
    newPage: (options = {}) =>
      isTaken || Object.keys(options).some((name) => !adjustable.includes(name))
        ? browser.newPage(options)
        : takeTab(browser, options),
    newContext: (options) => browser.newContext(options),
    async close() {
      if (holder) await leaveTab(browser, holder)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}

async function takeTab(browser: ReusingBrowser, options: PageOptions): Promise<Page> {
  isTaken = true
  const context = await browser._newContextForReuse(options)
  const page = context.pages()[0] ?? (await context.newPage())
  holder = page
  page.close = () => leaveTab(browser, page)
  leaveAfterTest(() => page.close())
  return page
}

async function leaveTab(browser: ReusingBrowser, page: Page): Promise<void> {
  if (holder !== page) return
  holder = undefined
  if (!page.isClosed()) {
    // A route that is still being answered is nobody's any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
  }
  await browser._disconnectFromReusedContext('the page was left')
  isTaken = false
}

function leaveAfterTest(leave: () => Promise<void>): void {
  try {
    onTestFinished(leave)
  } catch {
    // It was opened for all tests of a file, which closes it with the browser.
  }
}
