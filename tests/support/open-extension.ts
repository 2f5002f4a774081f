import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { browserPath } from './open-browser.ts'

const root = join(import.meta.dirname, '../..')
export const builtExtension = join(root, 'dist/extension/chrome-mv3')

export function builtManifest(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(builtExtension, 'manifest.json'), 'utf8')) as Record<
    string,
    unknown
  >
}

/** What runs in every enabled page. */
export function contentScripts(): readonly { readonly name: string; readonly text: string }[] {
  return ['inpage.js', 'bridge.js'].map((name) => ({
    name,
    text: readFileSync(join(builtExtension, name), 'utf8'),
  }))
}

export interface OpenExtension {
  readonly context: BrowserContext
  readonly id: string
  /** Address of one of its pages. */
  readonly pageUrl: (path: string) => string
  /** Closes the browser and leaves its profile, for another browser to go on with. @returns its folder */
  readonly leave: () => Promise<string>
  readonly close: () => Promise<void>
}

/**
 * A browser with the built extension, and permission for these hosts as if the user had granted it: the
 * prompt itself cannot be answered without a screen.
 * @param hosts match patterns
 */
export async function openExtension(hosts: readonly string[]): Promise<OpenExtension> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-profile-'))
  const first = await launch(profile)
  const id = await idOf(first)
  await first.close()
  grant(
    profile,
    id,
    hosts.flatMap((host) => [host, ...['ws', 'wss'].map((scheme) => host.replace('http', scheme))]),
  )
  const context = await launch(profile)
  await idOf(context)
  return {
    context,
    id,
    pageUrl: (path) => `chrome-extension://${id}/${path}`,
    async leave() {
      await context.close()
      return profile
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    headless: true,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      `--disable-extensions-except=${builtExtension}`,
      `--load-extension=${builtExtension}`,
    ],
  })
}

async function idOf(context: BrowserContext): Promise<string> {
  const [known] = context.serviceWorkers()
  const worker = known ?? (await context.waitForEvent('serviceworker'))
  return new URL(worker.url()).host
}

interface Preferences {
  extensions: {
    settings: Record<
      string,
      Record<'active_permissions' | 'granted_permissions', { explicit_host?: string[] } | undefined>
    >
  }
}

function grant(profile: string, id: string, hosts: readonly string[]): void {
  const path = join(profile, 'Default/Preferences')
  const preferences = JSON.parse(readFileSync(path, 'utf8')) as Preferences
  const settings = preferences.extensions.settings[id]
  if (!settings) throw new Error('the browser does not know the extension')
  for (const kind of ['active_permissions', 'granted_permissions'] as const) {
    settings[kind] = { ...settings[kind], explicit_host: [...hosts] }
  }
  writeFileSync(path, JSON.stringify(preferences))
}
