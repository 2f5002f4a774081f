import type { StoredKey } from '../store/store.ts'

/** In so long a key that another process revokes must have ended. */
const longestMs = 5_000
/** Keys that are kept, about 300 bytes each. */
const mostKeys = 10_000

interface Recent {
  readonly key: StoredKey
  readonly readAtMs: number
}

/** Keys that were read from the store a moment ago, by their digest; nothing is kept of one that is unknown. */
export interface RecentKeys {
  get(keyDigest: string, nowMs: number): StoredKey | null
  /** @param since what `generation` was before the store was read */
  add(keyDigest: string, key: StoredKey, read: { atMs: number; since: number }): void
  generation(): number
  /** Before a change of this process is written, and again once it is: nothing read in between is kept. */
  forget(): void
}

export function createRecentKeys(): RecentKeys {
  const keys = new Map<string, Recent>()
  let generation = 0
  return {
    get(keyDigest, nowMs) {
      const recent = keys.get(keyDigest)
      if (recent === undefined) return null
      // Either way: a clock that was set back would keep an old reading fresh.
      if (Math.abs(nowMs - recent.readAtMs) < longestMs) return recent.key
      keys.delete(keyDigest)
      return null
    },
    add(keyDigest, key, { atMs, since }) {
      if (since !== generation) return
      if (keys.size >= mostKeys) keys.clear()
      keys.set(keyDigest, { key, readAtMs: atMs })
    },
    generation: () => generation,
    forget() {
      generation += 1
      keys.clear()
    },
  }
}
