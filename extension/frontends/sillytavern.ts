import type { Frontend } from '../frontend.ts'

/** SillyTavern: a swipe keeps the element and replaces its text. What stands before the first question is a greeting. */
export const sillytavern: Frontend = {
  id: 'sillytavern',
  matches: (page) => page.querySelector('#chat, #send_textarea') !== null,
  turnSelector: '#chat .mes[is_user="true"] ~ .mes[is_user="false"][is_system="false"]',
  turnsAre: 'answers',
  textOf: (turn) => turn.querySelector<HTMLElement>('.mes_text')?.innerText ?? '',
  badgeAnchor: (turn) => turn.querySelector('.mes_text'),
  receipts: 'arrive',
  tellsItsServer: false,
}
