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
  /** What it was told, it may have forgotten. */
  lost(): void
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
    const change = differenceOf(told?.turns ?? [], turns)
    told = { turns, seq }
    isHeard = false
    send({ kind: 'turns', seq, ...change, frontend, receipts })
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
  }
}

function differenceOf(
  all: readonly ListedTurn[],
  after: readonly ListedTurn[],
): Pick<TurnsMessage, 'dropped' | 'from' | 'gone' | 'turns'> {
  const [first = null] = after
  const dropped = typeof first === 'string' ? Math.max(0, all.indexOf(first)) : 0
  const before = all.slice(dropped)
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return {
    dropped,
    from,
    gone: before.length - from - same,
    turns: after.slice(from, after.length - same),
  }
}
