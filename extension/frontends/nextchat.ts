import type { Frontend } from '../frontend.ts'

/** NextChat: class names are CSS modules with prefixes that stay. */
export const nextchat: Frontend = {
  id: 'nextchat',
  matches: (page) => page.querySelector('div[class^="chat_chat-message__"]') !== null,
  turnSelector: 'div[class^="chat_chat-message__"]',
  textOf: (turn) => turn.querySelector<HTMLElement>('.markdown-body')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('[class^="chat_chat-message-action-date__"]'),
  receipts: 'arrive',
  tellsItsServer: false,
}
