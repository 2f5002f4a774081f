import { matchPattern } from '../../settings/match-pattern.ts'
import type { Settings } from '../../settings/settings.ts'

/** Tells the content scripts of enabled sites, and of those that just were, that the rules changed. */
export async function tellRules(settings: Settings, sitesBefore: readonly string[]): Promise<void> {
  const origins = [...new Set([...settings.sites, ...sitesBefore])]
  const tabs = await chrome.tabs.query({ url: origins.map(matchPattern) })
  await Promise.allSettled(
    tabs.map(async ({ id }) => {
      if (id !== undefined) await chrome.tabs.sendMessage(id, { kind: 'rules-changed' })
    }),
  )
}
