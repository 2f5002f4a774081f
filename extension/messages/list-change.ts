/** How a list is otherwise than before: it lost its first members, and from one of the others on so many. */
export interface ListChange<Member> {
  readonly dropped: number
  /** Counted behind those that were dropped. */
  readonly from: number
  readonly gone: number
  readonly came: readonly Member[]
}

/** @param isNamed of one that stands in a list once, so that where it stood tells what was dropped before it */
export function listChange<Member>(
  before: readonly Member[],
  after: readonly Member[],
  isNamed: (member: Member) => boolean,
): ListChange<Member> {
  const [first] = after
  const dropped = first !== undefined && isNamed(first) ? Math.max(0, before.indexOf(first)) : 0
  const rest = before.length - dropped
  const shorter = Math.min(rest, after.length)
  let from = 0
  while (from < shorter && before[dropped + from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { dropped, from, gone: rest - from - same, came: after.slice(from, after.length - same) }
}
