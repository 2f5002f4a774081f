import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { builtExtension, launchWithExtension } from './launch-with-extension.ts'
import { browserPath } from '../browser/open-browser.ts'

const dist = join(import.meta.dirname, '../../../dist')
const profile = join(dist, 'granted-profile')
const stamp = join(dist, 'granted-profile.made-with')

const hosts = ['127.0.0.1', 'localhost'].flatMap((host) =>
  ['http', 'ws', 'wss'].map((scheme) => `${scheme}://${host}/*`),
)

/**
 * A browser's profile that has the built extension and its permission for loopback, as if the user had
 * granted it: the prompt itself cannot be answered without a screen. To be copied, and not to be used.
 * It is made anew for another build, and for another browser.
 * @returns its folder
 */
export async function grantedProfile(): Promise<string> {
  const made = madeWith()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return profile
  mkdirSync(dist, { recursive: true })
  const fresh = mkdtempSync(join(dist, 'fresh-profile-'))
  const { context, id } = await launchWithExtension(fresh)
  await context.close()
  grant(fresh, id)
  rmSync(profile, { recursive: true, force: true })
  renameSync(fresh, profile)
  writeFileSync(stamp, made)
  return profile
}

function madeWith(): string {
  const build = join(dist, 'extension/built-from')
  const browser = browserPath()
  return [
    // The extension's identity is its path.
    builtExtension,
    existsSync(build) ? readFileSync(build, 'utf8') : '',
    browser,
    statSync(browser).mtimeMs,
    hosts,
  ].join('\n')
}

interface Preferences {
  extensions: {
    settings: Record<
      string,
      Record<'active_permissions' | 'granted_permissions', { explicit_host?: string[] } | undefined>
    >
  }
}

function grant(folder: string, id: string): void {
  const path = join(folder, 'Default/Preferences')
  const preferences = JSON.parse(readFileSync(path, 'utf8')) as Preferences
  const settings = preferences.extensions.settings[id]
  if (!settings) throw new Error('the browser does not know the extension')
  for (const kind of ['active_permissions', 'granted_permissions'] as const) {
    settings[kind] = { ...settings[kind], explicit_host: hosts }
  }
  writeFileSync(path, JSON.stringify(preferences))
}
