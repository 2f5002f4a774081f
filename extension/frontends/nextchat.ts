import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** NextChat: class names are CSS modules with prefixes that stay. The first bubble is a greeting. */
export const nextchat: Frontend = {
  id: 'nextchat',
  matches: holds('div[class^="chat_chat-message__"]'),
  turnSelector: 'div[class^="chat_chat-message-user__"] ~ div[class^="chat_chat-message__"]',
  turnsAre: 'answers',
  textPart: partIn('.markdown-body'),
  badgeAnchor: partIn('[class^="chat_chat-message-action-date__"]'),
}
