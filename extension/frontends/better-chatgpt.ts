import type { Frontend } from '../frontend.ts'

/** BetterChatGPT: React reuses nodes by position, so a badge is bound to the text and not to the node. */
export const betterChatgpt: Frontend = {
  id: 'better-chatgpt',
  matches: (page) => page.querySelector('.share-gpt-message') !== null,
  turnSelector: 'div.group.w-full.border-b',
  turnsAre: 'anything',
  textOf: (turn) => turn.querySelector<HTMLElement>('.share-gpt-message')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.share-gpt-message'),
  receipts: 'arrive',
  tellsItsServer: false,
}
