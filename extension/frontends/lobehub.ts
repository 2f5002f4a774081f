import type { Frontend } from '../frontend.ts'

/** LobeHub: a virtual list, whose nodes come and go; the user's turns are indented. */
export const lobehub: Frontend = {
  id: 'lobehub',
  matches: (page) => page.querySelector('.message-wrapper[data-message-id]') !== null,
  turnSelector: '.message-wrapper[data-message-id]:not([style*="padding-inline-start"])',
  turnsAre: 'anything',
  textOf: (turn) => turn.querySelector<HTMLElement>('.message-body')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.message-body'),
  turnAt: (page, place) => page.querySelector(`[data-message-id="${CSS.escape(place)}"]`),
  receipts: 'arrive',
  tellsItsServer: false,
}
