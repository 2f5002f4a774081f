import type { Bindings } from './bindings.ts'
import type { PlaceLink } from '../link/place-link.ts'
import type { StandingTurns } from './standing-turns.ts'

/** Tells the background which answers stand in the page, when that has changed. */
export function tellTurns(
  { frontend, wordsIn }: StandingTurns,
  bindings: Bindings,
  link: PlaceLink,
): (turns: readonly Element[]) => void {
  let told = ''
  return (turns) => {
    const { id, receipts = 'arrive', turnsAre } = frontend()
    const named = turns
      .filter((turn) => wordsIn(turn) !== '')
      .map((turn) => {
        const { digest = null, exchange = null, isGuess = false } = bindings.of(turn) ?? {}
        return digest ?? exchange ?? (isGuess ? 'undecided' : null)
      })
    const listed = turnsAre === 'answers' ? named : named.filter((name) => name !== null)
    const now = JSON.stringify([listed, id])
    if (now === told || (told === '' && listed.length === 0)) return
    told = now
    link.send({ kind: 'turns', turns: listed, frontend: id, receipts })
  }
}
