import { entryOf } from '../../tab/answer-table.ts'
import { briefOf, type BriefCard } from '../../tab/brief-card.ts'
import { emptyTab, reduceTab, type TabEvent, type TabState } from '../../tab/tab-state.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { vault } from '../../vault/vault.ts'
import { viewOf } from './card-of.ts'
import { inTurn } from '../tab/in-turn.ts'
import { changeTab, readTab, tabsWith, type TabPlace } from '../tab/tab-store.ts'

/** Takes in what happened in a tab, and says it on the toolbar. */
export async function noteTab(place: TabPlace, ...events: readonly TabEvent[]): Promise<void> {
  await changeTab(place, () => events)
}

/**
 * The same for an answer that was kept, or kept otherwise than before: what is said of it is noted here, and
 * in every other tab that it stands in.
 * @param place where something happened; null for nowhere
 * @param card what was described of it just now
 */
export async function noteAnswer(
  place: TabPlace | null,
  { kept, card }: { readonly kept: KeptAnswer; readonly card: BriefCard },
  ...events: readonly TabEvent[]
): Promise<void> {
  const { digest, origin } = kept
  const noteIn = (where: TabPlace, happened: readonly TabEvent[]) =>
    changeTab(where, (state) => [
      ...happened,
      { kind: 'described', digest, card: briefIn(happened.reduce(reduceTab, state), kept, card) },
    ])
  const here = place ? noteIn(place, events) : null
  const others = await tabsWith(origin, new Set([digest]), place?.tabId)
  await Promise.all([here, ...others.map((other) => noteIn(other, []))])
}

/** For answers that stand in a tab now, of which it may not be known there what is said. */
export async function noteStanding(place: TabPlace, digests: readonly string[]): Promise<void> {
  if (place.tabId === null) return
  const { tabId } = place
  const isUnknown = async (digest: string) => {
    const { described } = (await readTab(tabId)) ?? emptyTab(place.origin)
    return entryOf(described, digest) === undefined
  }
  const notes = digests.map(async (digest) => {
    if (!(await isUnknown(digest))) return
    await lockAnswer(digest, async () => {
      // It may have been noted meanwhile.
      if (!(await isUnknown(digest))) return
      const kept = await vault.read(digest)
      if (kept?.origin === place.origin) await noteAnswer(place, { kept, card: viewOf(kept) })
    })
  })
  await Promise.all(notes)
}

/** For answers that are kept no longer. */
export async function noteGone(
  gone: readonly Pick<KeptAnswer, 'digest' | 'origin'>[],
): Promise<void> {
  const bySite = Map.groupBy(gone, ({ origin }) => origin)
  const notes = [...bySite].map(async ([site, answers]) => {
    const digests = answers.map(({ digest }) => digest)
    const places = await tabsWith(site, new Set(digests))
    const events = digests.map((digest) => ({ kind: 'described', digest, card: null }) as const)
    await Promise.all(places.map((place) => noteTab(place, ...events)))
  })
  await Promise.all(notes)
}

/** To change an answer and to note what is said of it is one step: of two changes the later one is said. */
export function lockAnswer<Result>(digest: string, step: () => Promise<Result>): Promise<Result> {
  return inTurn(`answer-${digest}`, step)
}

/** Names one answer of a tab: its number is of the frame that it was seen in. */
export function exchangeKey(frameId: number | undefined, id: number): string {
  return `${frameId ?? 0}-${id}`
}

/** Each tab keeps its own finding about the text on its screen. */
function briefIn({ compared }: TabState, kept: KeptAnswer, card: BriefCard): BriefCard {
  const here = entryOf(compared, kept.digest)
  if (!here || (here.as === kept.shown && here.found === kept.found)) return briefOf(card)
  return briefOf(viewOf({ ...kept, shown: here.as, found: here.found }))
}
