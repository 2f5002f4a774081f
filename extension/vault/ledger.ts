import { surplusOf, type SizedAnswer } from './surplus-of.ts'

export interface LedgerEntry extends SizedAnswer {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What each answer of the vault costs, in memory: to see that nothing has to go, no answer is read. */
export interface Ledger {
  has(digest: string): boolean
  put(entry: LedgerEntry): void
  /** Those that are older than the time, and what is surplus of the others. */
  surplus(oldestAt: number, mostBytes: number): readonly LedgerEntry[]
  remove(gone: readonly LedgerEntry[]): void
  /** @returns all that it held */
  clear(): readonly LedgerEntry[]
}

export function openLedger(all: readonly LedgerEntry[]): Ledger {
  const entries = new Map<string, LedgerEntry>()
  let bytes = 0
  /** None is older. */
  let oldest = Infinity

  function put(entry: LedgerEntry): void {
    bytes += entry.size - (entries.get(entry.digest)?.size ?? 0)
    oldest = Math.min(oldest, entry.at)
    entries.set(entry.digest, entry)
  }

  for (const entry of all) put(entry)
  return {
    has: (digest) => entries.has(digest),
    put,
    surplus(oldestAt, mostBytes) {
      if (bytes <= mostBytes && oldest >= oldestAt) return []
      const sorted = [...entries.values()].toSorted((a, b) => a.at - b.at)
      oldest = sorted[0]?.at ?? Infinity
      const young = sorted.filter(({ at }) => at >= oldestAt)
      const surplus = new Set(surplusOf(young, mostBytes))
      return sorted.filter(({ at, digest }) => at < oldestAt || surplus.has(digest))
    },
    remove(gone) {
      for (const { digest, size } of gone) {
        if (entries.delete(digest)) bytes -= size
      }
    },
    clear() {
      const gone = [...entries.values()]
      entries.clear()
      bytes = 0
      oldest = Infinity
      return gone
    },
  }
}
