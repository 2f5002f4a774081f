import type { Frontend } from '../frontend.ts'

/** deep-chat: an element for any page, which draws its chat in an open shadow. */
export const deepChat: Frontend = {
  id: 'deep-chat',
  matches: (page) => shadowOf(page) !== null,
  root: shadowOf,
  turnSelector: '.outer-message-container:has(.ai-message-text)',
  turnsAre: 'anything',
  textPart: (turn) => turn.querySelector('.ai-message-text'),
  badgeAnchor: (turn) => turn.querySelector('.inner-message-container'),
}

function shadowOf(page: Document): ShadowRoot | null {
  return page.querySelector('deep-chat')?.shadowRoot ?? null
}
