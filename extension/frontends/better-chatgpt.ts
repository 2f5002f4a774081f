import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** BetterChatGPT: React reuses nodes by position, so a badge is bound to the text and not to the node. */
export const betterChatgpt: Frontend = {
  id: 'better-chatgpt',
  matches: holds('.share-gpt-message'),
  turnSelector: 'div.group.w-full.border-b',
  turnsAre: 'anything',
  textPart: partIn('.share-gpt-message'),
  badgeAnchor: partIn('.share-gpt-message'),
}
