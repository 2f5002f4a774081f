import { entryOf } from '../../tab/answer-table.ts'
import { changedParts, statesOf, type TabParts } from '../../tab/tab-parts.ts'
import {
  digestsIn,
  emptyTab,
  reduceTab,
  type TabEvent,
  type TabState,
} from '../../tab/tab-state.ts'
import { inTurn } from './in-turn.ts'
import { clearedToolbar, closedTab, showTabState } from './show-tab-state.ts'

/** Where something happened, as the browser says it. */
export interface TabPlace {
  readonly tabId: number | null
  readonly origin: string
  /** Whether the tab's own document, and no frame in it, still says so: then it is the one that the tab shows. */
  readonly isOfTab?: () => boolean
}

type EventsFor = (state: TabState) => readonly TabEvent[]

interface Change {
  readonly place: TabPlace
  readonly eventsFor: EventsFor
  readonly taken: PromiseWithResolvers<boolean>
}

/** What the storage of the session holds, too, so that a worker which was stopped goes on with it. */
const tabs: Promise<Map<number, TabState>> = restart().catch(() => new Map())

/** Sites whose user is asked something in popup and panel. */
let asking: ReadonlySet<string> = new Set()

/** Events that the next step of each tab takes in. */
const waiting = new Map<number, Change[]>()

/** Encrypted answers ended with the worker that had their keys; the others are told to this one again. */
async function restart(): Promise<Map<number, TabState>> {
  const states = statesOf((await chrome.storage.session.get(null)) as TabParts)
  const all = new Map<number, TabState>()
  for (const [tabId, state] of states) {
    const next = reduceTab(state, { kind: 'restarted' })
    all.set(tabId, next)
    // eslint-disable-next-line no-await-in-loop
    await store(tabId, state, next)
  }
  return all
}

/** Tabs of which nothing is stored, since there was no room: the next step stores all of it. */
const unstored = new Set<number>()

async function store(tabId: number, before: TabState | null, after: TabState | null) {
  const { set, remove } = changedParts(tabId, unstored.has(tabId) ? null : before, after)
  if (remove.length > 0) await chrome.storage.session.remove([...remove])
  if (Object.keys(set).length === 0) return
  try {
    await chrome.storage.session.set(set)
    unstored.delete(tabId)
  } catch {
    // It is said all the same. A worker that comes later knows nothing of it then, and no half of it.
    unstored.add(tabId)
    const stored = [before, after].flatMap((state) => changedParts(tabId, state, null).remove)
    await chrome.storage.session.remove(stored)
  }
}

export async function readTab(tabId: number): Promise<TabState | null> {
  return (await tabs).get(tabId) ?? null
}

/**
 * Takes in what happened, one after the other, and says it on the toolbar. What comes while something else is
 * taken in is stored with one write. A page of another origin in the same tab begins anew. A frame within a
 * page of another origin does not speak for the tab: its address in the toolbar is that page's.
 * @returns whether it was taken in
 */
export async function changeTab(place: TabPlace, eventsFor: EventsFor): Promise<boolean> {
  const { tabId } = place
  if (tabId === null) return false
  const taken = Promise.withResolvers<boolean>()
  const change = { place, eventsFor, taken }
  const others = waiting.get(tabId)
  if (others) others.push(change)
  else {
    waiting.set(tabId, [change])
    void inTurn(`tab-${tabId}`, () => takeIn(tabId))
  }
  return taken.promise
}

async function takeIn(tabId: number): Promise<void> {
  const all = await tabs
  const ofTab = waiting.get(tabId)?.find(({ place }) => place.isOfTab?.())
  const address = ofTab ? ofTab.place.origin : await originOfTab(tabId)
  const changes = waiting.get(tabId) ?? []
  waiting.delete(tabId)
  const known = all.get(tabId) ?? null
  const done: Change[] = []
  let next = known
  for (const change of changes) {
    try {
      if (change.place.origin !== address) change.taken.resolve(false)
      else {
        next = happen(tabId, next, change)
        done.push(change)
      }
    } catch (error) {
      change.taken.reject(error)
    }
  }
  if (next === null) return
  const kept = keep(tabId, known, next).then(() => true)
  for (const { taken } of done) taken.resolve(kept)
  await kept.catch(() => {})
}

function happen(tabId: number, known: TabState | null, change: Change): TabState {
  const { place, eventsFor } = change
  const { origin } = place
  const state = known?.origin === origin ? known : emptyTab(origin)
  const events = eventsFor(state)
  // The browser cleared the toolbar when the document began.
  if (events.some(({ kind }) => kind === 'page')) clearedToolbar(tabId)
  return events.reduce(reduceTab, state)
}

async function keep(tabId: number, known: TabState | null, next: TabState): Promise<void> {
  if (next !== known) (await tabs).set(tabId, next)
  await Promise.all([show(tabId, next), store(tabId, known, next)])
}

function show(tabId: number, state: TabState): Promise<void> {
  return showTabState(tabId, state, { hasQuestion: asking.has(state.origin) })
}

/** Says on the toolbar of these sites, and of no others any longer, that a question waits. */
export async function showQuestions(sites: ReadonlySet<string>): Promise<void> {
  asking = sites
  const all = await tabs
  await Promise.all(
    [...all.keys()].map((tabId) =>
      inTurn(`tab-${tabId}`, async () => {
        const state = all.get(tabId)
        if (state && (await originOfTab(tabId)) === state.origin) await show(tabId, state)
      }),
    ),
  )
}

/**
 * Tabs of a site in which one of these answers stands, to which it came, or where it is known what is said of
 * it: an answer is described there before the page says where it stands.
 * @param but not this one
 */
export async function tabsWith(
  site: string,
  digests: ReadonlySet<string>,
  but?: number | null,
): Promise<readonly { readonly tabId: number; readonly origin: string }[]> {
  return [...(await tabs)]
    .filter(
      ([tabId, state]) =>
        tabId !== but &&
        state.origin === site &&
        ([...digests].some((digest) => entryOf(state.described, digest) !== undefined) ||
          digestsIn(state).some((digest) => digests.has(digest))),
    )
    .map(([tabId, { origin }]) => ({ tabId, origin }))
}

/** Null for a page that the extension may not know the address of. */
async function originOfTab(tabId: number): Promise<string | null> {
  const { url } = await chrome.tabs.get(tabId).catch(() => ({ url: undefined }))
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null
}

/** It was closed. */
export async function forgetTab(tabId: number): Promise<void> {
  await inTurn(`tab-${tabId}`, async () => {
    const all = await tabs
    const known = all.get(tabId) ?? null
    all.delete(tabId)
    closedTab(tabId)
    await store(tabId, known, null)
    unstored.delete(tabId)
  })
}
