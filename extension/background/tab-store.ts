import { emptyTab, reduceTab, type TabEvent, type TabState } from '../tab/tab-state.ts'

const keyOf = (tabId: number) => `tab-${tabId}`

export async function readTab(tabId: number): Promise<TabState | null> {
  const key = keyOf(tabId)
  return ((await chrome.storage.session.get(key))[key] as TabState | undefined) ?? null
}

/** Where something happened, as the browser says it. */
export interface TabPlace {
  readonly tabId: number | null
  readonly origin: string
}

let last: Promise<unknown> = restart().catch(() => {})

/** Encrypted answers ended with the worker that had their keys; the others are told to this one again. */
async function restart(): Promise<void> {
  const stored = (await chrome.storage.session.get(null)) as Readonly<Record<string, unknown>>
  const tabs = Object.entries(stored).filter(([key]) => key.startsWith('tab-'))
  await chrome.storage.session.set(
    Object.fromEntries(
      tabs.map(([key, state]) => [key, reduceTab(state as TabState, { kind: 'restarted' })]),
    ),
  )
}

/**
 * Takes in what happened, one after the other. A page of another origin in the
 * same tab begins anew. A frame within a page of another origin does not speak for the tab: its address in the
 * toolbar is that page's.
 */
export function changeTab({ tabId, origin }: TabPlace, event: TabEvent): Promise<unknown> {
  if (tabId === null) return Promise.resolve()
  const noted = last.then(async () => {
    if ((await originOfTab(tabId)) !== origin) return
    const known = await readTab(tabId)
    const state = known?.origin === origin ? known : emptyTab(origin)
    const next = reduceTab(state, event)
    if (next !== known) await chrome.storage.session.set({ [keyOf(tabId)]: next })
  })
  last = noted.catch(() => {})
  return noted
}

/** Null for a page that the extension may not know the address of. */
async function originOfTab(tabId: number): Promise<string | null> {
  const { url } = await chrome.tabs.get(tabId).catch(() => ({ url: undefined }))
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null
}

/** It was closed. */
export async function forgetTab(tabId: number): Promise<void> {
  await chrome.storage.session.remove(keyOf(tabId))
}
