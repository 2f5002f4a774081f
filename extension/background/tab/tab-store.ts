import { changedParts, statesOf, type TabParts } from '../../tab/tab-parts.ts'
import {
  digestsIn,
  emptyTab,
  reduceTab,
  type TabEvent,
  type TabState,
} from '../../tab/tab-state.ts'

/** Where something happened, as the browser says it. */
export interface TabPlace {
  readonly tabId: number | null
  readonly origin: string
}

/** What the storage of the session holds, too, so that a worker which was stopped goes on with it. */
const tabs: Promise<Map<number, TabState>> = restart().catch(() => new Map())

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

async function store(tabId: number, before: TabState | null, after: TabState | null) {
  const { set, remove } = changedParts(tabId, before, after)
  if (remove.length > 0) await chrome.storage.session.remove([...remove])
  await chrome.storage.session.set(set)
}

export async function readTab(tabId: number): Promise<TabState | null> {
  return (await tabs).get(tabId) ?? null
}

/**
 * Takes in what happened, one after the other. A page of another origin in the
 * same tab begins anew. A frame within a page of another origin does not speak for the tab: its address in the
 * toolbar is that page's.
 * @returns what the tab says from now on; null where nothing was taken in
 */
export async function changeTab(
  { tabId, origin }: TabPlace,
  eventsFor: (state: TabState) => readonly TabEvent[],
): Promise<TabState | null> {
  if (tabId === null) return null
  return navigator.locks.request(`tab-${tabId}`, async () => {
    if ((await originOfTab(tabId)) !== origin) return null
    const all = await tabs
    const known = all.get(tabId) ?? null
    const state = known?.origin === origin ? known : emptyTab(origin)
    const next = eventsFor(state).reduce(reduceTab, state)
    if (next === known) return next
    all.set(tabId, next)
    await store(tabId, known, next)
    return next
  })
}

/**
 * Tabs of a site in which one of these answers stands, to which it came, or where it is known what is said of
 * it: an answer is described there before the page says where it stands.
 */
export async function tabsWith(
  site: string,
  digests: ReadonlySet<string>,
): Promise<readonly { readonly tabId: number; readonly origin: string }[]> {
  return [...(await tabs)]
    .filter(
      ([, state]) =>
        state.origin === site &&
        [...digestsIn(state), ...Object.keys(state.described)].some((digest) =>
          digests.has(digest),
        ),
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
  await navigator.locks.request(`tab-${tabId}`, async () => {
    const all = await tabs
    const known = all.get(tabId) ?? null
    all.delete(tabId)
    await store(tabId, known, null)
  })
}
