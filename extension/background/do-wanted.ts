import { parseUiRequest, type UiRequest } from '../messages/ui-requests.ts'
import { matchPattern } from './match-pattern.ts'
import { enableSite, setPair } from './sites.ts'

/** What a permission was asked for. */
export type Wanted = Extract<UiRequest, { kind: 'enable-site' | 'set-pair' }>

/**
 * Does what the user gave a permission for. Some browsers close the popup while they ask, and nobody else
 * is left to do it. Doing it twice is doing it once.
 * @param given match patterns
 */
export async function doWanted(given: readonly string[]): Promise<void> {
  const { wanted } = await chrome.storage.session.get('wanted')
  const request = parseUiRequest(wanted)
  if (request?.kind === 'enable-site' && given.includes(matchPattern(request.origin))) {
    await enableSite(request.origin)
  }
  if (request?.kind === 'set-pair' && given.includes(matchPattern(request.pair.gateway))) {
    await setPair(request.pair)
  }
}
