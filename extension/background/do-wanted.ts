import { parseUiRequest, type UiRequest } from '../messages/ui-requests.ts'
import { enableSite, isAllowed } from './sites.ts'

/** What a permission was asked for. */
export type Wanted = Extract<UiRequest, { kind: 'enable-site' }>

/**
 * Enables the site that the user gave a permission for. Some browsers close the popup while they ask, and
 * nobody else is left to do it. Doing it twice is doing it once. What the browser says was added leaves out
 * what it had given before, as for another port of the same host: it is asked what it gives now.
 */
export async function doWanted(): Promise<void> {
  const { wanted } = await chrome.storage.session.get('wanted')
  const request = parseUiRequest(wanted)
  if (request?.kind !== 'enable-site' || !(await isAllowed(request.origin))) return
  await chrome.storage.session.remove('wanted')
  await enableSite(request.origin)
}
