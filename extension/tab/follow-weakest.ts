import { plainSaid, type Said } from '../answer/said.ts'
import { listChange } from '../messages/list-change.ts'
import { changedEntries, entryOf } from './answer-table.ts'
import type { BriefCard } from './brief-card.ts'
import { createExchangeIndex } from './exchange-index.ts'
import { enter, leave, type NameSets } from './name-sets.ts'
import { emptyTab, type Stage, type TabState, type TurnRef } from './tab-state.ts'
import { sayStage, sayTurn, weakestIn, weaknessOf } from './view-tab.ts'

/** One place of the page, and what is said of the answer there. */
interface Place {
  readonly ref: TurnRef
  said: Said | BriefCard
  weakness: number
}

/**
 * A tab's weakest answer, as `viewTab` has it, from each state of the tab to the next: what is said of an answer
 * is found out anew where something of that answer changed, however many stand beside it.
 */
export function followWeakest(): (state: TabState) => Said | BriefCard | null {
  let known = emptyTab('')
  let places: readonly Place[] = []
  const exchanges = createExchangeIndex()
  /** By exchange or digest, whichever the page's place names. */
  const placesOf: NameSets<Place> = new Map()
  /** Exchanges that failed, wherever they stand. */
  const failed = new Set<string>()

  const answerOf = (digest: string) => {
    const card = entryOf(known.described, digest)
    return card ? { card } : null
  }
  const sayOf = (stage: Stage | null) => sayStage(stage, answerOf).said

  /** @returns names of the exchanges and digests of which something is otherwise */
  function takeIn(before: TabState): ReadonlySet<string> {
    const changed = new Set(exchanges.take(before.exchanges, known.exchanges))
    for (const name of ['compared', 'described'] as const) {
      const { set, gone } = changedEntries<unknown>(before[name], known[name])
      for (const digest of [...set.map(([each]) => each), ...gone]) {
        changed.add(digest)
        for (const key of exchanges.keysOf(digest)) changed.add(key)
      }
    }
    return changed
  }

  /** @returns places that are new */
  function stand(before: TabState): readonly Place[] {
    if (before.turns === known.turns) return []
    const { dropped, from, gone, came } = listChange(before.turns, known.turns, hasName)
    const fresh = came.map((ref) => ({ ref, said: plainSaid.none, weakness: 0 }))
    const first = dropped + from
    const lost = [...places.slice(0, dropped), ...places.slice(first, first + gone)]
    for (const place of lost) if (hasName(place.ref)) leave(placesOf, nameOf(place.ref), place)
    for (const place of fresh) if (hasName(place.ref)) enter(placesOf, nameOf(place.ref), place)
    places = places.slice(dropped).toSpliced(from, gone, ...fresh)
    return fresh
  }

  function say(place: Place): void {
    place.said = sayTurn(place.ref, { state: known, stages: exchanges.stages, answerOf }).said
    place.weakness = weaknessOf(place.said)
  }

  function isPlaced(key: string, stage: Stage): boolean {
    if (placesOf.has(key)) return true
    if (stage.at !== 'judged') return false
    const { digest } = stage
    return placesOf.has(digest) || [...exchanges.keysOf(digest)].some((each) => placesOf.has(each))
  }

  return (state) => {
    const before = known
    known = state
    const changed = takeIn(before)
    for (const place of stand(before)) say(place)
    for (const name of changed) {
      for (const place of placesOf.get(name) ?? []) say(place)
      if (sayOf(exchanges.stages.get(name) ?? null).state === 'failed') failed.add(name)
      else failed.delete(name)
    }
    const weakest = weakestIn(places, ({ weakness }) => weakness)?.said
    const stray =
      failed.size > 0 && weakest?.state !== 'failed'
        ? known.exchanges.find(({ key, stage }) => failed.has(key) && !isPlaced(key, stage))
        : undefined
    if (stray) return sayOf(stray.stage)
    const isWriting = () => known.exchanges.some(({ stage }) => stage.at === 'writing')
    return weakest ?? (isWriting() ? plainSaid.writing : null)
  }
}

type NamedTurn = Exclude<TurnRef, 'undecided' | null>

function hasName(ref: TurnRef): ref is NamedTurn {
  return ref !== null && ref !== 'undecided'
}

function nameOf(ref: NamedTurn): string {
  return 'digest' in ref ? ref.digest : ref.exchange
}
