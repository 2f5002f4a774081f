import type { TabState } from './tab-state.ts'

/** What is kept of tabs, by key: each answer by itself, so that one more costs as much as the first. */
export type TabParts = Readonly<Record<string, unknown>>

/** Members of a state that hold something for each answer. */
const ofAnswers: readonly string[] = ['compared', 'described'] satisfies (keyof TabState)[]

/** What has to be written, and what has to be removed, so that the new state is kept in place of the old one. */
export function changedParts(
  tabId: number,
  before: TabState | null,
  after: TabState | null,
): { readonly set: TabParts; readonly remove: readonly string[] } {
  const set: Record<string, unknown> = {}
  const remove: string[] = []
  for (const name of Object.keys(before ?? after ?? {}) as (keyof TabState)[]) {
    const old = before?.[name]
    const now = after?.[name]
    if (before !== null && after !== null && old === now) continue
    const key = `tab-${tabId}-${name}`
    if (!ofAnswers.includes(name)) {
      if (after === null) remove.push(key)
      else set[key] = now
      continue
    }
    const [known, next] = [(old ?? {}) as TabParts, (now ?? {}) as TabParts]
    for (const digest of Object.keys(next)) {
      if (known[digest] !== next[digest]) set[`${key}-${digest}`] = next[digest]
    }
    for (const digest of Object.keys(known)) {
      if (!Object.hasOwn(next, digest)) remove.push(`${key}-${digest}`)
    }
  }
  return { set, remove }
}

/** The states that these parts are of, by their tabs. */
export function statesOf(parts: TabParts): ReadonlyMap<number, TabState> {
  const states = new Map<number, Record<string, unknown>>()
  for (const [key, part] of Object.entries(parts)) {
    const [, tab, name = '', digest] = /^tab-(\d+)-([a-z]+)(?:-(.+))?$/.exec(key) ?? []
    if (tab === undefined) continue
    const state = states.get(Number(tab)) ?? { compared: {}, described: {} }
    states.set(Number(tab), state)
    if (digest === undefined) state[name] = part
    else Object.assign(state[name] as object, { [digest]: part })
  }
  return states as ReadonlyMap<number, unknown> as ReadonlyMap<number, TabState>
}
