import { listChange } from '../../messages/list-change.ts'
import type { FromPlaces, ListedTurn, ToPlaces } from '../../messages/place-messages.ts'

type TurnsMessage = Extract<FromPlaces, { kind: 'turns' }>

/** How the page's answers stand: all of them, from top to bottom. */
export interface TurnList extends Pick<TurnsMessage, 'frontend' | 'receipts'> {
  readonly turns: readonly ListedTurn[]
}

/** Tells the background how the page's answers stand, each time by what is different. */
export interface TurnsLink {
  tell(list: TurnList): void
  heard(message: Extract<ToPlaces, { kind: 'listed' }>): void
  /** The background may have forgotten what it was told. */
  lost(): void
  /** The background has forgotten what it was told. */
  again(): void
}

export function linkTurns(send: (message: TurnsMessage) => void): TurnsLink {
  let list: TurnList | null = null
  /** Null where it was told nothing that it could go on from. */
  let told: { readonly turns: readonly ListedTurn[]; readonly seq: number } | null = null
  let isHeard = true

  function tell(): void {
    if (list === null) return
    const { frontend, receipts, turns } = list
    const seq = told === null ? 0 : told.seq + 1
    const { came, ...change } = listChange(told?.turns ?? [], turns, isReceipt)
    told = { turns, seq }
    isHeard = false
    send({ kind: 'turns', seq, ...change, turns: [...came], frontend, receipts })
  }

  return {
    tell(next) {
      list = next
      tell()
    },
    heard({ seq, isTaken }) {
      if (told === null || seq !== told.seq) return
      isHeard = true
      if (isTaken || seq === 0) return
      told = null
      tell()
    },
    lost() {
      told = null
      if (isHeard) return
      tell()
      // Told twice: one that hears nothing then is not told again by itself.
      isHeard = true
    },
    again() {
      told = null
      tell()
    },
  }
}

/** Others may stand in a page more than once. */
function isReceipt(turn: ListedTurn): boolean {
  return typeof turn === 'string' && turn !== 'undecided'
}
