import { isPlaced } from './badge-state.ts'
import type { Draft } from './draft.ts'

// Places of badges whose answers are not judged yet. Behind 1,000 turns a badge that comes by itself costs the page 10 ms of
// layout. A badge that comes with its answer is laid out with the answer, and the verdict is only painted.

/**
 * Reserves a place beside a turn that the page draws just now, if an answer is on its way to this page. The first answer
 * with a receipt has no reserved place: on a page without receipts a place would come and go with each answer.
 */
export function reserve<Turn>(draft: Draft<Turn>, turn: Turn): void {
  const { state, effects, view } = draft
  const { receipts, turnsAre } = view.frontend()
  const card = [...state.arrivals.values()].at(-1)?.card
  if (card === undefined || receipts === 'none' || turnsAre === 'blocks') return
  if (state.reserved.size >= placelessOf(draft) || state.standing.has(turn)) return
  if ((view.lifeOf(turn)?.words ?? '') !== '' || !view.hasPlace(turn)) return
  state.reserved.add(turn)
  effects.push({ kind: 'reserve', turn, content: { said: card, card } })
}

/** Lets go of places that no badge came to. */
export function release<Turn>(draft: Draft<Turn>): void {
  const { state, effects, view } = draft
  if (state.reserved.size === 0) return
  const isOver = placelessOf(draft) === 0
  for (const turn of state.reserved) {
    const isTaken = state.standing.has(turn)
    if (!isTaken && !isOver && view.isConnected(turn)) continue
    state.reserved.delete(turn)
    if (!isTaken) effects.push({ kind: 'remove', turn })
  }
}

/** Answers on their way that have no badge. */
function placelessOf<Turn>({ state }: Draft<Turn>): number {
  const { openings, ended, isComing } = state
  const open = [...openings.keys()].filter((id) => !ended.has(id) && !isPlaced(state, id))
  return open.length + (isComing ? 1 : 0)
}
