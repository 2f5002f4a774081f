import { problemWords } from '#shared/words/english/extension/problems.ts'
import { UiProblem } from '../messages/ui-problem.ts'
import type { Pair, Settings } from './settings.ts'
import { changeSettings } from './stored-settings.ts'

/** If two callers add a site at once, one of them hears that the site is new. */
export async function addSite(
  origin: string,
): Promise<{ readonly settings: Settings; readonly isNew: boolean }> {
  let isNew = false
  const settings = await changeSettings((known) => {
    isNew = !known.sites.includes(origin)
    return isNew ? { ...known, sites: [...known.sites, origin] } : known
  })
  return { settings, isNew }
}

/** How requests were to be treated is kept: `always` is `always` again when they come back. */
export function leaveOutSites(gone: readonly string[]): Promise<Settings> {
  return changeSettings((known) => ({
    ...known,
    sites: known.sites.filter((site) => !gone.includes(site)),
  }))
}

export function removeSite(origin: string): Promise<Settings> {
  return changeSettings((known) => ({
    ...known,
    sites: known.sites.filter((site) => site !== origin),
    pairs: known.pairs.filter(({ site }) => site !== origin),
  }))
}

/**
 * Also before the browser gave its permission for the gateway: until it does, what is taken over is refused.
 * @throws {UiProblem} for a site that is not enabled, or a gateway that is not named
 */
export function setPair(pair: Pair): Promise<Settings> {
  return changeSettings((known) => {
    if (!known.sites.includes(pair.site)) throw new UiProblem(problemWords.notEnabled)
    if (!known.gateways.some(({ origin }) => origin === pair.gateway)) {
      throw new UiProblem(problemWords.notNamed)
    }
    const others = known.pairs.filter(
      ({ site, gateway }) => site !== pair.site || gateway !== pair.gateway,
    )
    return { ...known, pairs: [...others, pair] }
  })
}

/** The page sent tools, of which nobody said yet what becomes of them: it is asked, and not asked again. */
export function askAboutTools({
  site,
  gateway,
}: Pick<Pair, 'site' | 'gateway'>): Promise<Settings> {
  return changeSettings((known) => ({
    ...known,
    pairs: known.pairs.map((pair) =>
      pair.site === site && pair.gateway === gateway && pair.tools === 'ask'
        ? { ...pair, tools: 'asking' }
        : pair,
    ),
  }))
}
