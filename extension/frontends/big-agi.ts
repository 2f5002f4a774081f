import type { Frontend } from '../frontend.ts'

/** big-AGI: no ids; only an assistant's text is rendered as markdown. */
export const bigAgi: Frontend = {
  id: 'big-agi',
  matches: (page) => page.querySelector('ul[role="chat-messages-list"]') !== null,
  turnSelector:
    'ul[role="chat-messages-list"] > li[role="chat-message"]:has([aria-label="message body"] .markdown-body)',
  turnsAre: 'answers',
  textOf: (turn) =>
    turn.querySelector<HTMLElement>('[aria-label="message body"] .markdown-body')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('[aria-label="message body"]'),
  receipts: 'arrive',
  tellsItsServer: false,
}
