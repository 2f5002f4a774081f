import type { Frontend } from '../frontend.ts'

/** Open WebUI: keyed by the id that its socket names too; text below the question is edited in place. */
export const openWebui: Frontend = {
  id: 'open-webui',
  matches: (page) =>
    page.querySelector('#chat-container, [id^="message-"] .chat-assistant') !== null,
  turnSelector: '[id^="message-"]:has(.chat-assistant)',
  turnsAre: 'answers',
  textOf: (turn) => turn.querySelector<HTMLElement>('#response-content-container')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.chat-assistant'),
  turnAt: (page, place) => page.getElementById(`message-${place}`),
  receipts: 'arrive',
  // Its page emits every line of a direct connection to its own server (frontends.md section 0).
  tellsItsServer: true,
}
