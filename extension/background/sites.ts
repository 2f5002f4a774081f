import { changeSettings, readSettings } from './settings.ts'

const scripts = [
  { name: 'inpage', world: 'MAIN' },
  { name: 'bridge', world: 'ISOLATED' },
] as const

/** Runs the content scripts on exactly the sites that the user enabled and gave permission for. */
export async function registerSites(): Promise<void> {
  const { sites } = await readSettings()
  const wanted: string[] = []
  for (const origin of sites) {
    if (await chrome.permissions.contains({ origins: [`${origin}/*`] })) wanted.push(`${origin}/*`)
  }
  await chrome.scripting.unregisterContentScripts()
  if (wanted.length === 0) return
  await chrome.scripting.registerContentScripts(
    scripts.map(({ name, world }) => ({
      id: name,
      js: [`content-scripts/${name}.js`],
      matches: wanted.map(withoutPort),
      runAt: 'document_start' as const,
      allFrames: true,
      world,
    })),
  )
}

/** Match patterns have no port. */
function withoutPort(pattern: string): string {
  const { protocol, hostname } = new URL(pattern.slice(0, -1))
  return `${protocol}//${hostname}/*`
}

export async function enableSite(origin: string): Promise<void> {
  await changeSettings((stored) => ({
    ...stored,
    sites: [...new Set([...stored.sites, origin])],
  }))
  await registerSites()
}

export async function disableSite(origin: string): Promise<void> {
  await changeSettings((stored) => ({
    ...stored,
    sites: stored.sites.filter((site) => site !== origin),
  }))
  await registerSites()
}
