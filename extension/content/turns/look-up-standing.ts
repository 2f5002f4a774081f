import type { BadgeEvent } from './badge-events.ts'
import { isSigned } from '#shared/judge/state/comparison.ts'
import { bindPlain, isShown, type Draft } from './draft.ts'
import { attach, settle } from './place-judged.ts'

/** Shortest text that a kept answer is looked up for, in characters. */
const shortestLook = 2

type Answered<Turn> = Extract<BadgeEvent<Turn>, { kind: 'answered' }>

/**
 * For what stood here when the page was loaded, and for lists that draw what is in sight: by the page's own
 * name of the message, or by its words. Of what was written here nothing is looked up but its name.
 */
export function lookUpStanding<Turn>(draft: Draft<Turn>, turn: Turn): void {
  const { view, effects, plain } = draft
  if (view.wordsIn(turn).length < shortestLook) return
  if (view.frontend().receipts === 'none') {
    const stands = { reading: view.readingIn(turn), isGuess: false, exchange: null }
    return void bindPlain(draft, turn, plain.dropped, stands)
  }
  const messageId = view.nameOf(turn)
  // Which of several with one text it was cannot be told from the text.
  const byWords = view.mayBeFound(turn) && view.isOnly(turn)
  if (messageId === null && !byWords) return
  const text = view.readingIn(turn)
  effects.push({
    kind: 'ask',
    question: { kind: 'look', text, messageId, byWords },
    asked: { why: 'standing', turn, text, byWords },
  })
}

/** The background says which kept answer stands there. */
export function attachFound<Turn>(
  draft: Draft<Turn>,
  { turn, text, byWords }: Extract<Answered<Turn>['asked'], { why: 'standing' }>,
  card: Answered<Turn>['card'],
): void {
  const { state, view, plain } = draft
  if (card === null || state.standing.has(turn) || !view.isConnected(turn)) return
  if (view.readingIn(turn) !== text || (byWords && !view.mayBeFound(turn))) return
  if (card === 'undecided') {
    const stands = { reading: text, isGuess: true, exchange: null }
    return void bindPlain(draft, turn, plain.undecided, stands)
  }
  // What came here belongs to what was written here.
  if (isShown(draft, card.digest) || state.arrivals.has(card.digest)) return
  if (isSigned(card.shown)) settle(draft, card, text)
  attach(draft, turn, { card, found: card.found })
}
