/** Something for each answer, by the digest of its receipt. To add one costs the same however many there are. */
export type AnswerTable<Value> = readonly Readonly<Record<string, Value>>[]

const noEntries: Readonly<Record<string, never>> = Object.freeze({})

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

interface ChangedEntries<Value> {
  readonly set: readonly (readonly [string, Value])[]
  readonly gone: readonly string[]
}

/** What is otherwise than in the table that it was made of. */
export function changedEntries<Value>(
  before: AnswerTable<Value>,
  after: AnswerTable<Value>,
): ChangedEntries<Value> {
  const set: (readonly [string, Value])[] = []
  const gone: string[] = []
  after.forEach((now, at) => {
    const known = before[at] ?? noEntries
    if (known === now) return
    for (const [digest, value] of Object.entries(now)) {
      if (known[digest] !== value) set.push([digest, value])
    }
    gone.push(...Object.keys(known).filter((digest) => !Object.hasOwn(now, digest)))
  })
  return { set, gone }
}

/** Digests begin with two hex digits that say nothing. */
function bucketOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 2), 16) & 0xff
}
