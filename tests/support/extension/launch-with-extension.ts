import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { browserArguments } from '../browser/browser-arguments.ts'
import { browserPath } from '../browser/open-browser.ts'

const root = join(import.meta.dirname, '../../..')
export const builtExtension = join(root, 'dist/extension/chrome-mv3')

export interface Launched {
  readonly context: BrowserContext
  /** The extension's, which the browser makes of its folder's path. */
  readonly id: string
}

export interface LaunchOptions {
  /** Whether a page that was left stays as it is for who comes back to it, as in a browser of everybody. */
  readonly keepsPages?: boolean
}

/** A Chromium with the built extension, once the extension's worker has started. */
export async function launchWithExtension(
  profile: string,
  { keepsPages = false }: LaunchOptions = {},
): Promise<Launched> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    headless: true,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      '--headless=new',
      ...browserArguments,
      `--disable-extensions-except=${builtExtension}`,
      `--load-extension=${builtExtension}`,
    ],
  })
  const [known] = context.serviceWorkers()
  const worker = known ?? (await context.waitForEvent('serviceworker'))
  return { context, id: new URL(worker.url()).host }
}
