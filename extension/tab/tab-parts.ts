import { changedEntries, emptyTable, withEntry, type AnswerTable } from './answer-table.ts'
import type { TabState } from './tab-state.ts'

/**
 * What is kept of tabs, by key: what is said of an answer by itself, and lists in pieces, so that one more
 * answer costs as much as the first.
 */
export type TabParts = Readonly<Record<string, unknown>>

interface Changes {
  readonly set: TabParts
  readonly remove: readonly string[]
}

const tables = ['compared', 'described'] as const satisfies readonly (keyof TabState)[]
const lists = ['exchanges', 'turns'] as const satisfies readonly (keyof TabState)[]
type Single = Exclude<keyof TabState, (typeof tables)[number] | (typeof lists)[number]>
const singles = Object.keys({
  origin: 0,
  page: 0,
  exchangesBefore: 0,
  turnsBefore: 0,
  sent: 0,
  frontend: 0,
  receipts: 0,
} satisfies Record<Single, 0>) as readonly Single[]

/** Members of a list that are kept in one piece. */
const inPiece = 8

/** What has to be written, and what has to be removed, so that the new state is kept in place of the old one. */
export function changedParts(
  tabId: number,
  before: TabState | null,
  after: TabState | null,
): Changes {
  const set: Record<string, unknown> = {}
  const remove: string[] = []
  const keyOf = (name: keyof TabState) => `tab-${tabId}-${name}`
  for (const name of singles) {
    if (after === null) remove.push(...(before === null ? [] : [keyOf(name)]))
    else if (before?.[name] !== after[name]) set[keyOf(name)] = after[name]
  }
  for (const name of tables) {
    const changes = changedEntries<unknown>(
      before?.[name] ?? emptyTable,
      after?.[name] ?? emptyTable,
    )
    for (const [digest, entry] of changes.set) set[`${keyOf(name)}-${digest}`] = entry
    for (const digest of changes.gone) remove.push(`${keyOf(name)}-${digest}`)
  }
  for (const name of lists) {
    const changes = changedPieces(listOf(before, name), listOf(after, name))
    for (const [at, piece] of changes.set) set[`${keyOf(name)}-${at}`] = piece
    for (const at of changes.gone) remove.push(`${keyOf(name)}-${at}`)
  }
  return { set, remove }
}

/** A list that loses its first members, and keeps the numbers of the others. */
interface List {
  readonly members: readonly unknown[]
  readonly from: number
  readonly to: number
}

function listOf(state: TabState | null, name: (typeof lists)[number]): List {
  const { [name]: members = [], [`${name}Before` as const]: from = 0 } = state ?? {}
  return { members, from, to: from + members.length }
}

function changedPieces(before: List, after: List) {
  const set: (readonly [number, readonly unknown[]])[] = []
  const known = piecesOf(before)
  const pieces = piecesOf(after)
  for (const at of before.members === after.members ? [] : pieces) {
    const to = Math.min((at + 1) * inPiece, after.to)
    const isLonger = to !== Math.min((at + 1) * inPiece, before.to)
    if (isLonger || !isSame(before, after, Math.max(at * inPiece, after.from), to)) {
      const places = Array.from({ length: to - at * inPiece }, (_, place) => at * inPiece + place)
      set.push([at, places.map((place) => memberAt(after, place) ?? null)])
    }
  }
  return { set, gone: known.filter((at) => !pieces.includes(at)) }
}

function isSame(a: List, b: List, from: number, to: number): boolean {
  for (let place = from; place < to; place += 1) {
    if (place < a.from || memberAt(a, place) !== memberAt(b, place)) return false
  }
  return true
}

function memberAt({ members, from }: List, place: number): unknown {
  return members[place - from]
}

/** Numbers of the pieces that it is kept in. */
function piecesOf({ from, to }: List): readonly number[] {
  const first = Math.floor(from / inPiece)
  const many = from === to ? 0 : Math.ceil(to / inPiece) - first
  return Array.from({ length: many }, (_, at) => first + at)
}

/** The states that these parts are of, by their tabs. */
export function statesOf(parts: TabParts): ReadonlyMap<number, TabState> {
  const states = new Map<number, Record<string, unknown>>()
  for (const [key, part] of Object.entries(parts)) {
    const [, tab, name = '', of = ''] = /^tab-(\d+)-([a-zA-Z]+)(?:-(.+))?$/.exec(key) ?? []
    if (tab === undefined) continue
    const state = states.get(Number(tab)) ?? {
      compared: emptyTable,
      described: emptyTable,
      exchanges: [],
      turns: [],
    }
    states.set(Number(tab), state)
    if (isOneOf(tables, name)) {
      state[name] = withEntry(state[name] as AnswerTable<unknown>, of, part)
    } else if (isOneOf(lists, name)) {
      ;(state[name] as unknown[])[Number(of)] = part
    } else state[name] = part
  }
  for (const state of states.values()) {
    for (const name of lists) {
      const pieces = state[name] as unknown[][]
      const [first = 0] = Object.keys(pieces).map(Number)
      const gone = Number(state[`${name}Before`]) - first * inPiece
      state[name] = pieces.flat().slice(Math.max(0, gone))
    }
  }
  return states as ReadonlyMap<number, unknown> as ReadonlyMap<number, TabState>
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
