import type { Frontend } from '../frontend.ts'

/** RisuAI: the box of a text is made anew with each change; index -1 is the greeting. */
export const risuai: Frontend = {
  id: 'risuai',
  matches: (page) => page.querySelector('.risu-chat[data-chat-index]') !== null,
  turnSelector: '.risu-chat[data-chat-index]:not([data-chat-index="-1"])',
  turnsAre: 'anything',
  textOf: (turn) => turn.querySelector<HTMLElement>('.chattext')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.chattext'),
  receipts: 'arrive',
  tellsItsServer: false,
}
