import type { TabState } from './tab-state.ts'

/** What is kept of tabs, by tab and member of its state. */
export type TabParts = Readonly<Record<string, unknown>>

interface Changes {
  readonly set: TabParts
  readonly remove: readonly string[]
}

/** What has to be written, and what has to be removed, so that the new state is kept in place of the old one. */
export function changedParts(
  tabId: number,
  before: TabState | null,
  after: TabState | null,
): Changes {
  const keyOf = (name: string) => `tab-${tabId}-${name}`
  if (after === null) return { set: {}, remove: Object.keys(before ?? {}).map(keyOf) }
  const changed = Object.entries(after).filter(
    ([name, part]) => before?.[name as keyof TabState] !== part,
  )
  return { set: Object.fromEntries(changed.map(([name, part]) => [keyOf(name), part])), remove: [] }
}

/** The states that these parts are of, by their tabs. */
export function statesOf(parts: TabParts): ReadonlyMap<number, TabState> {
  const states = new Map<number, object>()
  for (const [key, part] of Object.entries(parts)) {
    const [, tab, name = ''] = /^tab-(\d+)-([a-zA-Z]+)$/.exec(key) ?? []
    if (tab !== undefined) states.set(Number(tab), { ...states.get(Number(tab)), [name]: part })
  }
  return states as ReadonlyMap<number, unknown> as ReadonlyMap<number, TabState>
}
