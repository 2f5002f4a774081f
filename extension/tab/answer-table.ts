/** Something for each answer, by the digest of its receipt. To add one costs the same however many there are. */
export type AnswerTable<Value> = readonly Readonly<Record<string, Value>>[]

const noEntries = Object.freeze({})

export const emptyTable: AnswerTable<never> = Array.from({ length: 256 }, () => noEntries)

export function entryOf<Value>(table: AnswerTable<Value>, digest: string): Value | undefined {
  return table[bucketOf(digest)]?.[digest]
}

/** Entries that have to be looked through to find one of this digest. */
export function nearEntries<Value>(
  table: AnswerTable<Value>,
  digest: string,
): Readonly<Record<string, Value>> {
  return table[bucketOf(digest)] ?? noEntries
}

export function withEntry<Value>(
  table: AnswerTable<Value>,
  digest: string,
  value: Value,
): AnswerTable<Value> {
  const at = bucketOf(digest)
  return table.with(at, { ...table[at], [digest]: value })
}

export function withoutEntry<Value>(table: AnswerTable<Value>, digest: string): AnswerTable<Value> {
  const at = bucketOf(digest)
  const { [digest]: _gone, ...others } = table[at] ?? {}
  return table.with(at, others)
}

/** Digests begin with two hex digits that say nothing. */
function bucketOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 2), 16) & 0xff
}
