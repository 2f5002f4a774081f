import { parsePopupRequest } from '../messages.ts'
import { answersOf } from '../vault/vault.ts'
import { addGateway } from './gateways.ts'
import { changeSettings, readSettings } from './settings.ts'
import { disableSite, enableSite } from './sites.ts'

/** Answers the extension's own pages; a content script, or anybody else, gets nothing. */
export async function answerPopup(
  message: unknown,
  sender: chrome.runtime.MessageSender,
): Promise<unknown> {
  if (sender.id !== chrome.runtime.id || sender.origin !== location.origin) return null
  const request = parsePopupRequest(message)
  if (request === null) return null
  switch (request.kind) {
    case 'list-answers':
      // Salts stay here: what is shown needs none.
      return (await answersOf(request.origin)).map(({ salts: _salts, ...answer }) => answer)
    case 'list-gateways':
      return (await readSettings()).gateways
    case 'add-gateway':
      return addGateway(request.url)
    case 'list-sites':
      return readSettings()
    case 'enable-site':
      return enableSite(request.origin)
    case 'disable-site':
      return disableSite(request.origin)
    case 'set-development':
      return changeSettings((stored) => ({ ...stored, development: request.on }))
  }
}
