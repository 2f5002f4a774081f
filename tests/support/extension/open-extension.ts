import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { grantedProfile } from './granted-profile.ts'
import { builtExtension, launchWithExtension, type LaunchOptions } from './launch-with-extension.ts'

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

/** A browser with the built extension, and permission for loopback: `127.0.0.1` and `localhost`. */
export async function openExtension(options: LaunchOptions = {}): Promise<OpenExtension> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-profile-'))
  cpSync(await grantedProfile(), profile, { recursive: true })
  const { context, id } = await launchWithExtension(profile, options)
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
