import type { AnswerCard } from '../../answer/answer-card.ts'
import type { PlainSaid } from '../../answer/said.ts'
import type { Arrivals } from './arrivals.ts'
import type { Bindings } from './bindings.ts'
import type { PlaceLink } from '../link/place-link.ts'
import { bindPlain } from './place-passing.ts'
import type { StandingTurns } from './standing-turns.ts'

/** Shortest text that a kept answer is looked up for, in characters. */
const shortestLook = 2

interface Parts {
  readonly standing: StandingTurns
  readonly bindings: Bindings
  readonly link: PlaceLink
  readonly arrivals: Arrivals
  readonly plain: PlainSaid
}

/**
 * For what stood here when the page was loaded, and for lists that draw what is in sight: by the page's own
 * name of the message, or by its words. Of what was written here nothing is looked up but its name.
 */
export function lookUpStanding(
  { standing, bindings, link, arrivals, plain }: Parts,
  attach: (turn: Element, card: AnswerCard) => void,
): (turn: Element) => void {
  const { frontend, wordsIn, readingIn } = standing
  return (turn) => {
    if (wordsIn(turn).length < shortestLook) return
    if (frontend().receipts === 'none') {
      const bound = { reading: readingIn(turn), isGuess: false, exchange: null }
      return void bindPlain(bindings, turn, plain.dropped, bound)
    }
    const messageId = standing.nameOf(turn)
    // Which of several with one text it was cannot be told from the text.
    const byWords = standing.mayBeFound(turn) && standing.isOnly(turn)
    if (messageId === null && !byWords) return
    const text = readingIn(turn)
    link.ask({ kind: 'look', text, messageId, byWords }, (card) => {
      if (card === null || bindings.has(turn) || !turn.isConnected) return
      if (readingIn(turn) !== text || (byWords && !standing.mayBeFound(turn))) return
      if (card === 'undecided') {
        const bound = { reading: text, isGuess: true, exchange: null }
        return void bindPlain(bindings, turn, plain.undecided, bound)
      }
      // What came here belongs to what was written here.
      if (!bindings.isShown(card.digest) && !arrivals.of(card.digest)) attach(turn, card)
    })
  }
}
