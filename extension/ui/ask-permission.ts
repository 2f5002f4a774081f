import { gatewayPatterns, matchPattern } from '../background/match-pattern.ts'
import type { Wanted } from '../background/do-wanted.ts'
import { NotGranted } from './ask-background.ts'

/**
 * Asks the browser for the host of one origin, and for no other. Call it before anything is awaited: the
 * browser asks in the click itself and nowhere else. `wanted` is what the user gives the permission for:
 * where the browser closes this page to ask, background/do-wanted.ts does it.
 * @throws {NotGranted}
 */
export async function askPermission(origin: string, wanted: Wanted): Promise<void> {
  void chrome.storage.session.set({ wanted })
  const origins = wanted.kind === 'set-pair' ? gatewayPatterns(origin) : [matchPattern(origin)]
  const isGiven = await chrome.permissions.request({ origins })
  await chrome.storage.session.remove('wanted')
  if (isGiven) return
  throw new NotGranted(`The browser may not go to ${new URL(origin).host}. Nothing was changed.`)
}
