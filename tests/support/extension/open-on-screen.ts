import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import type { UiAnswers, UiRequest } from '../../../extension/messages/ui-requests.ts'
import { browserArguments } from '../browser/browser-arguments.ts'
import { browserPath } from '../browser/open-browser.ts'
import { builtExtension } from './launch-with-extension.ts'
import { builtManifest } from './open-extension.ts'
import type { Screen } from '../browser/start-screen.ts'

/** Opens the popup. */
const popupKeys = 'alt+shift+c'

export interface ExtensionOnScreen {
  readonly context: BrowserContext
  /** A tab with a page of the extension, behind the others. */
  readonly own: Page
  openPopup(): Promise<void>
  /** The words of what has the focus in the popup; null when no popup is open. */
  focused(): Promise<string | null>
  /** All words of the popup; null when no popup is open. */
  readonly popupText: () => Promise<string | null>
  ui<Kind extends UiRequest['kind']>(
    request: Extract<UiRequest, { kind: Kind }>,
  ): Promise<UiAnswers[Kind]>
  close(): Promise<void>
}

interface Chrome {
  readonly runtime: { sendMessage(message: unknown): Promise<unknown> }
  readonly extension: { getViews(of: { type: 'popup' }): readonly (typeof globalThis)[] }
}

/** The built extension as a person has it just after it was installed, in a browser with windows. */
export async function openOnScreen(screen: Screen): Promise<ExtensionOnScreen> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-profile-'))
  const first = await launch(profile, screen)
  const id = await idOf(first)
  await first.close()
  setShortcuts(profile, id)
  const context = await launch(profile, screen)
  await idOf(context)
  const own = await context.newPage()
  await own.goto(`chrome-extension://${id}/options.html`)

  // No debugger looks into the popup: it would stay open where it closes for a person.
  const focused = () =>
    own.evaluate(() => {
      const { extension } = (globalThis as unknown as { chrome: Chrome }).chrome
      const [popup] = extension.getViews({ type: 'popup' })
      if (!popup?.document.hasFocus()) return null
      const at = popup.document.activeElement
      return (at?.closest('label') ?? at)?.textContent ?? ''
    })

  return {
    context,
    own,
    focused,
    popupText: () =>
      own.evaluate(() => {
        const { extension } = (globalThis as unknown as { chrome: Chrome }).chrome
        return extension.getViews({ type: 'popup' })[0]?.document.body.innerText ?? null
      }),
    async openPopup() {
      screen.press(popupKeys)
      while ((await focused()) === null) await own.waitForTimeout(50)
    },
    ui: async (request) =>
      (await own.evaluate(
        (asked) => (globalThis as unknown as { chrome: Chrome }).chrome.runtime.sendMessage(asked),
        request as unknown,
      )) as never,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function launch(profile: string, screen: Screen): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    headless: false,
    viewport: null,
    env: { ...process.env, DISPLAY: screen.display },
    args: [
      ...browserArguments,
      '--window-position=0,0',
      `--window-size=${screen.width},${screen.height}`,
      `--disable-extensions-except=${builtExtension}`,
      `--load-extension=${builtExtension}`,
    ],
  })
}

async function idOf(context: BrowserContext): Promise<string> {
  const [known] = context.serviceWorkers()
  return new URL((known ?? (await context.waitForEvent('serviceworker'))).url()).host
}

/** Those that the manifest suggests: a browser takes them over when a person installs it, and not from a folder. */
function setShortcuts(profile: string, id: string): void {
  const path = join(profile, 'Default/Preferences')
  const preferences = JSON.parse(readFileSync(path, 'utf8')) as {
    extensions: { commands?: Record<string, object> }
  }
  const suggested = builtManifest()['commands'] as Readonly<
    Record<string, { readonly suggested_key: { readonly default: string } }>
  >
  preferences.extensions.commands = Object.fromEntries(
    Object.entries(suggested).map(([name, { suggested_key: key }]) => [
      `linux:${key.default}`,
      { command_name: name, extension: id, global: false },
    ]),
  )
  writeFileSync(path, JSON.stringify(preferences))
}
