import type { Bindings } from './bindings.ts'
import type { PlaceLink } from './place-link.ts'
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
    const digests = turns
      .filter((turn) => wordsIn(turn) !== '')
      .map((turn) => bindings.of(turn)?.digest ?? null)
    const listed = turnsAre === 'answers' ? digests : digests.filter((digest) => digest !== null)
    const now = JSON.stringify([listed, id])
    if (now === told || (told === '' && listed.length === 0)) return
    told = now
    link.send({ kind: 'turns', turns: listed, frontend: id, receipts })
  }
}
