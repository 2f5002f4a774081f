import type { Browser } from 'playwright-core'
import { openBrowser } from './open-browser.ts'

let launched: Promise<Browser> | undefined

export interface SharedBrowser extends Pick<Browser, 'newPage' | 'newContext'> {
  /** Closes what was opened in it. */
  close(): Promise<void>
}

/** A Chromium that all files of a worker share, one after the other; it ends with its worker. */
export async function sharedBrowser(): Promise<SharedBrowser> {
  launched ??= openBrowser()
  const browser = await launched
  return {
    newPage: (options) => browser.newPage(options),
    newContext: (options) => browser.newContext(options),
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}
