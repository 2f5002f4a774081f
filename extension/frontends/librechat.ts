import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** LibreChat: its server drops every receipt. Elements are used again by their position. */
export const librechat: Frontend = {
  id: 'librechat',
  matches: holds('.message-render .agent-turn'),
  turnSelector: '.message-render[id]:has(.agent-turn)',
  turnsAre: 'answers',
  textPart: partIn('.agent-turn .message-content'),
  badgeAnchor: partIn('.agent-turn .message-content'),
  receipts: 'none',
}
