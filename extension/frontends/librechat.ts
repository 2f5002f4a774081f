import type { Frontend } from '../frontend.ts'

/** LibreChat: its server drops every receipt. Elements are used again by their position. */
export const librechat: Frontend = {
  id: 'librechat',
  matches: (page) => page.querySelector('.message-render .agent-turn') !== null,
  turnSelector: '.message-render[id]:has(.agent-turn)',
  turnsAre: 'answers',
  textOf: (turn) =>
    turn.querySelector<HTMLElement>('.agent-turn .message-content')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.agent-turn .message-content'),
  receipts: 'none',
  tellsItsServer: false,
}
