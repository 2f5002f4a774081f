import type { LeftField } from '../answer/answer-card.ts'

/** What happened in one tab since its page was loaded. Not a word of it, and no salt. */
export interface TabNotes {
  readonly origin: string
  /** The page's answers from top to bottom; null for one without a receipt. */
  readonly turns: readonly (string | null)[]
  /** Digests of receipts that were judged, oldest first. */
  readonly judged: readonly string[]
  /** What left this device for the newest request. */
  readonly left: readonly LeftField[] | null
  readonly frontend: string | null
  readonly receipts: 'arrive' | 'none'
}

const mostJudged = 500

const keyOf = (tabId: number) => `tab-${tabId}`

export async function readTab(tabId: number): Promise<TabNotes | null> {
  const key = keyOf(tabId)
  return ((await chrome.storage.session.get(key))[key] as TabNotes | undefined) ?? null
}

let last: Promise<unknown> = Promise.resolve()

/**
 * One change after the other. A page of another origin in the same tab begins anew. A frame within a page
 * of another origin does not speak for the tab: its address in the toolbar is that page's.
 */
function change(
  tabId: number | null,
  origin: string,
  alter: (notes: TabNotes) => TabNotes,
): Promise<unknown> {
  if (tabId === null) return Promise.resolve()
  const changed = last.then(async () => {
    if ((await originOfTab(tabId)) !== origin) return
    const known = await readTab(tabId)
    const notes = known?.origin === origin ? known : empty(origin)
    await chrome.storage.session.set({ [keyOf(tabId)]: alter(notes) })
  })
  last = changed.catch(() => {})
  return changed
}

/** Null for a page that the extension may not know the address of. */
async function originOfTab(tabId: number): Promise<string | null> {
  const { url } = await chrome.tabs.get(tabId).catch(() => ({ url: undefined }))
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null
}

function empty(origin: string): TabNotes {
  return { origin, turns: [], judged: [], left: null, frontend: null, receipts: 'arrive' }
}

interface Judged {
  readonly digest: string
  readonly left: readonly LeftField[] | null
}

export function noteJudged(
  tabId: number | null,
  origin: string,
  { digest, left }: Judged,
): Promise<unknown> {
  return change(tabId, origin, (notes) => ({
    ...notes,
    judged: [...notes.judged.filter((each) => each !== digest), digest].slice(-mostJudged),
    left: left ?? notes.left,
  }))
}

interface Left {
  readonly tabId: number | null
  readonly origin: string
  readonly left: readonly LeftField[]
}

/** For a request that no receipt came to. */
export function noteLeft({ tabId, origin, left }: Left): Promise<unknown> {
  return change(tabId, origin, (notes) => ({ ...notes, left }))
}

export function noteTurns(
  tabId: number | null,
  origin: string,
  { turns, frontend, receipts }: Pick<TabNotes, 'turns' | 'frontend' | 'receipts'>,
): Promise<unknown> {
  return change(tabId, origin, (notes) => ({ ...notes, turns, frontend, receipts }))
}

/** A page was loaded in it, or it was closed. */
export async function forgetTab(tabId: number): Promise<void> {
  await chrome.storage.session.remove(keyOf(tabId))
}
