import type { Frontend } from '../frontend.ts'

/** Any page that streams chat completions: blocks of text, of which the one that holds the answer counts. */
export const generic: Frontend = {
  id: 'generic',
  matches: () => true,
  turnSelector: 'article, li, section, p, pre, div, [role="article"], [role="listitem"]',
  turnsAre: 'blocks',
  textPart: (turn) => turn,
  badgeAnchor: (turn) => turn,
}
