import { parseUiRequest } from '../../messages/ui-requests.ts'
import { matchPattern } from '../../settings/match-pattern.ts'
import { enableSite } from './sites.ts'

/**
 * Enables the site that the user gave a permission for. Some browsers close the popup while they ask, and
 * nobody else is left to do it; where the browser held the permission before, it does not ask, and the popup
 * does it. Doing it twice is doing it once.
 * @param given match patterns
 */
export async function doWanted(given: readonly string[]): Promise<void> {
  const { wanted } = await chrome.storage.session.get('wanted')
  const request = parseUiRequest(wanted)
  if (request?.kind === 'enable-site' && given.includes(matchPattern(request.origin))) {
    await enableSite(request.origin, request.tabId ?? null)
  }
}
