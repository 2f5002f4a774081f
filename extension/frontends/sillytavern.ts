import type { Frontend } from '../frontend.ts'
import { holds, partIn } from '../page-parts.ts'

/** SillyTavern: a swipe keeps the element and replaces its text. What stands before the first question is a greeting. */
export const sillytavern: Frontend = {
  id: 'sillytavern',
  matches: (page) => holds('#chat')(page) && holds('#send_textarea')(page),
  turnSelector: '#chat .mes[is_user="true"] ~ .mes[is_user="false"][is_system="false"]',
  turnsAre: 'answers',
  textPart: partIn('.mes_text'),
  badgeAnchor: partIn('.mes_text'),
}
