import type { FromPlaces, ListedTurn } from '../../messages/place-messages.ts'
import { mostTurns } from '../../messages/most-turns.ts'
import { digestsIn, type TabState, type TurnRef } from '../../tab/tab-state.ts'
import { changeTab, type TabPlace } from '../tab/tab-store.ts'
import { exchangeKey, noteStanding } from './note-answer.ts'

/** As they are in the tab's state. */
interface KnownTurns extends Pick<TabState, 'turns' | 'turnsBefore'> {
  /** Of the list that they are of. */
  readonly seq: number
}

const noTurns: KnownTurns = { turns: [], turnsBefore: 0, seq: 0 }

/**
 * How one page's answers stand, told by what is different each time. A list that does not go on from what the
 * tab has, as of a page that began anew meanwhile, is not taken in: the page tells all of it again.
 */
export function followListedTurns(
  place: TabPlace,
): (message: Extract<FromPlaces, { kind: 'turns' }>) => Promise<boolean> {
  let known: KnownTurns | null = null

  return async ({ seq, dropped, from, gone, turns: told, frontend, receipts }) => {
    const isAll = seq === 0
    const before = isAll ? noTurns : known?.seq === seq - 1 ? known : null
    known = null
    if (before === null || dropped + from + gone > before.turns.length) return false
    const came = told.map(refOf)
    const turns = before.turns.slice(dropped).toSpliced(from, gone, ...came)
    const turnsBefore = before.turnsBefore + dropped
    if (turns.length > mostTurns) return false
    const digests = digestsIn({ turns: came, exchanges: [] })
    await noteStanding(place, digests)
    let isTaken = false
    await changeTab(place, (state) => {
      isTaken = isAll || state.turns === before.turns
      return isTaken ? [{ kind: 'turns', turns, turnsBefore, frontend, receipts }] : []
    })
    if (!isTaken) return false
    known = { turns, turnsBefore, seq }
    // Where a page began meanwhile, what was noted before is forgotten.
    await noteStanding(place, digests)
    return true
  }
}

function refOf(turn: ListedTurn): TurnRef {
  if (turn === null || turn === 'undecided') return turn
  // Only the page itself has an order: its own frame's numbers are meant.
  return typeof turn === 'string' ? { digest: turn } : { exchange: exchangeKey(0, turn) }
}
