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
  const old = new Map(before === null ? [] : partsOf(tabId, before))
  const now = new Map(after === null ? [] : partsOf(tabId, after))
  return {
    set: Object.fromEntries(
      [...now].filter(([key, part]) => !old.has(key) || old.get(key) !== part),
    ),
    remove: [...old.keys()].filter((key) => !now.has(key)),
  }
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

function partsOf(tabId: number, state: TabState): readonly (readonly [string, unknown])[] {
  return Object.entries(state).flatMap(([name, part]: [string, unknown]) => {
    const key = `tab-${tabId}-${name}`
    return ofAnswers.includes(name)
      ? Object.entries(part as object).map(([digest, each]) => [`${key}-${digest}`, each] as const)
      : [[key, part] as const]
  })
}
