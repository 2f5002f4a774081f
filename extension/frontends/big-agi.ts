import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** big-AGI: no ids; only an assistant's text is rendered as markdown. */
export const bigAgi: Frontend = {
  id: 'big-agi',
  matches: holds('ul[role="chat-messages-list"]'),
  turnSelector:
    'ul[role="chat-messages-list"] > li[role="chat-message"]:has([aria-label="message body"] .markdown-body)',
  turnsAre: 'answers',
  textPart: partIn('[aria-label="message body"] .markdown-body'),
  badgeAnchor: partIn('[aria-label="message body"]'),
}
