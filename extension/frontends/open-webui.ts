import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** Open WebUI: keyed by the id that its socket names too; text below the question is edited in place. */
export const openWebui: Frontend = {
  id: 'open-webui',
  matches: holds('#chat-container, [id^="message-"] .chat-assistant'),
  turnSelector: '[id^="message-"]:has(.chat-assistant)',
  turnsAre: 'answers',
  textPart: partIn('#response-content-container'),
  badgeAnchor: partIn('.chat-assistant'),
  messageId: (turn) => turn.id || null,
  turnAt: (page, place) => page.getElementById(`message-${place}`),
  // Its page emits every line of a direct connection to its own server.
  tellsItsServer: true,
}
