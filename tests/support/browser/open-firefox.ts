import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'

const root = join(import.meta.dirname, '../../..')
const built = join(root, 'dist/extension/firefox-mv3')
/** Under which this profile knows the extension; the browser draws one by itself otherwise. */
const uuid = '6a1c3f0e-6f1d-4c57-9d0b-3a0f7f9f2c11'

const places = [
  process.env['FIREFOX'],
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Null where there is none. */
export function firefoxPath(): string | null {
  return places.find((place) => place !== undefined && existsSync(place)) ?? null
}

/** What its pages have. */
export interface FirefoxChrome {
  readonly permissions: {
    getAll(): Promise<{ readonly origins: readonly string[] }>
    remove(of: { readonly origins: readonly string[] }): Promise<boolean>
  }
  readonly scripting: {
    getRegisteredContentScripts(): Promise<
      readonly {
        readonly id: string
        readonly world: string
        readonly matches: readonly string[]
      }[]
    >
  }
  readonly tabs: {
    query(of: object): Promise<readonly { readonly id: number; readonly url: string }[]>
  }
}

export interface OpenFirefox {
  readonly browser: Browser
  openOwnPage(path: string): Promise<Page>
  /** Installs the extension once more, as the browser does with a new version: it is ended first. */
  update(): Promise<unknown>
  close(): Promise<void>
}

/** A Firefox with the built extension. Permissions are granted without a prompt, which nobody could answer. */
export async function openFirefox(executablePath: string): Promise<OpenFirefox> {
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8')) as {
    browser_specific_settings: { gecko: { id: string } }
  }
  const { id } = manifest.browser_specific_settings.gecko
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }),
      'extensions.webextOptionalPermissionPrompts': false,
    },
  })
  await browser.installExtension(built)
  return {
    browser,
    async openOwnPage(path) {
      const page = await browser.newPage()
      // It may not settle after the change of its process; the page is there all the same.
      await page.goto(`moz-extension://${uuid}/${path}`, { timeout: 5_000 }).catch(() => {})
      await page.waitForSelector('h1')
      return page
    },
    update: () => browser.installExtension(built),
    close: () => browser.close(),
  }
}
