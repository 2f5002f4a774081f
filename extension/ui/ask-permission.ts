import { extensionWords as words } from '#shared/words/english/extension/extension-parts.ts'
import type { Wanted } from '../messages/ui-requests.ts'
import { NotGranted } from './ask-background.ts'

/**
 * Asks the browser for the host of one origin, and for no other. Call it before anything is awaited: the
 * browser asks in the click itself and nowhere else.
 * @param patterns of that host
 * @param wanted what background/sites/do-wanted.ts does with it where the browser closes this page to ask
 * @throws {NotGranted}
 */
export async function askPermission(
  origin: string,
  patterns: string[],
  wanted: Wanted | null,
): Promise<void> {
  // One that was denied before must not come back with the next permission.
  void chrome.storage.session.set({ wanted })
  const isGiven = await chrome.permissions.request({ origins: patterns })
  await chrome.storage.session.remove('wanted')
  if (isGiven) return
  throw new NotGranted(words.notAllowed(new URL(origin).host))
}
