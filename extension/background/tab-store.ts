import { digestsIn, emptyTab, reduceTab, type TabEvent, type TabState } from '../tab/tab-state.ts'

const keyOf = (tabId: number) => `tab-${tabId}`

/** Where something happened, as the browser says it. */
export interface TabPlace {
  readonly tabId: number | null
  readonly origin: string
}

/** What the storage of the session holds, so that a worker which was stopped goes on with it. */
const tabs: Promise<Map<number, TabState>> = restart().catch(() => new Map())

/** Encrypted answers ended with the worker that had their keys; the others are told to this one again. */
async function restart(): Promise<Map<number, TabState>> {
  const stored = (await chrome.storage.session.get(null)) as Readonly<Record<string, unknown>>
  const states = Object.entries(stored)
    .filter(([key]) => key.startsWith('tab-'))
    .map(([key, state]) => [key, reduceTab(state as TabState, { kind: 'restarted' })] as const)
  await chrome.storage.session.set(Object.fromEntries(states))
  return new Map(states.map(([key, state]) => [Number(key.slice('tab-'.length)), state]))
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
  return navigator.locks.request(keyOf(tabId), async () => {
    if ((await originOfTab(tabId)) !== origin) return null
    const known = (await tabs).get(tabId)
    const state = known?.origin === origin ? known : emptyTab(origin)
    const next = eventsFor(state).reduce(reduceTab, state)
    if (next === known) return next
    const all = await tabs
    all.set(tabId, next)
    await chrome.storage.session.set({ [keyOf(tabId)]: next })
    return next
  })
}

/** Tabs of a site in which one of these answers stands, or to which it came. */
export async function tabsWith(
  site: string,
  digests: ReadonlySet<string>,
): Promise<readonly { readonly tabId: number; readonly origin: string }[]> {
  return [...(await tabs)]
    .filter(
      ([, state]) =>
        state.origin === site && digestsIn(state).some((digest) => digests.has(digest)),
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
  await navigator.locks.request(keyOf(tabId), async () => {
    const all = await tabs
    all.delete(tabId)
    await chrome.storage.session.remove(keyOf(tabId))
  })
}
