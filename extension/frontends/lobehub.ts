import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** LobeHub: a virtual list, whose nodes come and go; the user's turns are indented. */
export const lobehub: Frontend = {
  id: 'lobehub',
  matches: holds('.message-wrapper[data-message-id]'),
  turnSelector: '.message-wrapper[data-message-id]:not([style*="padding-inline-start"])',
  turnsAre: 'anything',
  textPart: partIn('.message-body'),
  badgeAnchor: partIn('.message-body'),
  messageId: (turn) => turn.getAttribute('data-message-id'),
  turnAt: (page, place) => page.querySelector(`[data-message-id="${CSS.escape(place)}"]`),
}
