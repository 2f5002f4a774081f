import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** RisuAI: the box of a text is made anew with each change; index -1 is the greeting. */
export const risuai: Frontend = {
  id: 'risuai',
  matches: holds('.risu-chat[data-chat-index]'),
  turnSelector: '.risu-chat[data-chat-index]:not([data-chat-index="-1"])',
  turnsAre: 'anything',
  textPart: partIn('.chattext'),
  badgeAnchor: partIn('.chattext'),
  messageId: (turn) => turn.getAttribute('data-chat-id'),
}
