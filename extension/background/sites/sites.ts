import { problemWords } from '#shared/words/english/extension/problems.ts'
import { gatewayPatterns, matchPattern } from '../../settings/match-pattern.ts'
import type { Settings } from '../../settings/settings.ts'
import { addSite, leaveOutSites, removeSite } from '../../settings/sites.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { UiProblem } from '../../messages/ui-problem.ts'
import { reloadPage } from './reload-page.ts'

const scripts = [
  { name: 'inpage', world: 'MAIN' },
  { name: 'bridge', world: 'ISOLATED' },
] as const

/** Runs the content scripts on exactly the sites that the user enabled and gave permission for. */
export function registerSites(): Promise<void> {
  return navigator.locks.request('register-sites', async () => {
    const { sites } = await readSettings()
    const wanted = new Set<string>()
    for (const origin of sites) {
      if (await isAllowed(origin)) wanted.add(matchPattern(origin))
    }
    // Browsers keep them over a restart: pages that load meanwhile must not find them gone.
    if (await areRegistered([...wanted])) return
    await chrome.scripting.unregisterContentScripts()
    if (wanted.size === 0) return
    await chrome.scripting.registerContentScripts(
      scripts.map(({ name, world }) => ({
        id: name,
        js: [`${name}.js`],
        matches: [...wanted],
        runAt: 'document_start' as const,
        allFrames: true,
        world,
      })),
    )
  })
}

async function areRegistered(patterns: readonly string[]): Promise<boolean> {
  const known = await chrome.scripting.getRegisteredContentScripts()
  const wanted = JSON.stringify(patterns.toSorted())
  return (
    known.length === (patterns.length === 0 ? 0 : scripts.length) &&
    known.every(({ matches = [] }) => JSON.stringify(matches.toSorted()) === wanted)
  )
}

/**
 * @param tabId a tab of it, whose page is loaded again; null for none
 * @throws {UiProblem} without the browser's permission for the site
 */
export async function enableSite(text: string, tabId: number | null): Promise<Settings> {
  const origin = siteOrigin(text)
  if (!(await isAllowed(origin))) {
    throw new UiProblem(problemWords.noPermission)
  }
  const { settings, isNew } = await addSite(origin)
  await registerSites()
  // Not waited for: a page may load for long.
  if (isNew && tabId !== null) void reloadPage(tabId, origin)
  return settings
}

/**
 * For when the browser takes a permission back: what it was for is enabled no longer, and pages that are
 * open hear of it. How requests were to be treated is kept: `always` is `always` again when it comes back.
 */
export async function dropSites(): Promise<void> {
  const { sites } = await readSettings()
  const allowed = await Promise.all(sites.map(isAllowed))
  const lost = sites.filter((_site, at) => allowed[at] === false)
  if (lost.length > 0) await leaveOutSites(lost)
  await registerSites()
}

/** Whether the browser gives the extension this host. */
function isAllowed(origin: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [matchPattern(origin)] })
}

/** The same for a gateway, whose sockets are refused under `always`, too. */
export function isGatewayAllowed(gateway: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: gatewayPatterns(gateway) })
}

export async function disableSite(origin: string): Promise<Settings> {
  const settings = await removeSite(origin)
  await registerSites()
  return settings
}

function siteOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new UiProblem(problemWords.notWeb)
}
