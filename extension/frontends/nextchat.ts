import type { Frontend } from '../frontend.ts'

/** NextChat: class names are CSS modules with prefixes that stay. The first bubble is a greeting. */
export const nextchat: Frontend = {
  id: 'nextchat',
  matches: (page) => page.querySelector('div[class^="chat_chat-message__"]') !== null,
  turnSelector: 'div[class^="chat_chat-message-user__"] ~ div[class^="chat_chat-message__"]',
  turnsAre: 'answers',
  textOf: (turn) => turn.querySelector<HTMLElement>('.markdown-body')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('[class^="chat_chat-message-action-date__"]'),
  receipts: 'arrive',
  tellsItsServer: false,
}
