import { listChange } from '../messages/list-change.ts'
import { enter, leave } from './name-sets.ts'
import type { Stage, TabState } from './tab-state.ts'

type Exchanges = TabState['exchanges']

/** The answers that came to a tab, by what names them. */
export interface ExchangeIndex {
  readonly stages: ReadonlyMap<string, Stage>
  /** Keys of those that were judged under this digest. */
  readonly keysOf: (digest: string) => ReadonlySet<string>
  /** @returns keys of those of which something is otherwise */
  take(before: Exchanges, after: Exchanges): readonly string[]
}

export function createExchangeIndex(): ExchangeIndex {
  const stages = new Map<string, Stage>()
  const keys = new Map<string, Set<string>>()
  return {
    stages,
    keysOf: (digest) => keys.get(digest) ?? new Set(),
    take(before, after) {
      if (before === after) return []
      const { dropped, from, gone, came } = listChange(before, after, () => true)
      const first = dropped + from
      const lost = [...before.slice(0, dropped), ...before.slice(first, first + gone)]
      for (const { key, stage } of lost) {
        stages.delete(key)
        if (stage.at === 'judged') leave(keys, stage.digest, key)
      }
      for (const { key, stage } of came) {
        stages.set(key, stage)
        if (stage.at === 'judged') enter(keys, stage.digest, key)
      }
      return [...lost, ...came].map(({ key }) => key)
    },
  }
}
