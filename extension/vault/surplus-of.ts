/** As much of an answer as it takes to see what it costs, and whom. */
export interface SizedAnswer {
  readonly digest: string
  readonly origin: string
  /** About so many bytes. */
  readonly size: number
}

/**
 * Digests of what has to go, so that the rest is within the size: always the oldest of the site that has
 * most, so that no site makes room at another one's cost.
 * @param answers oldest first
 */
export function surplusOf(answers: readonly SizedAnswer[], mostBytes: number): readonly string[] {
  const bySite = Map.groupBy(answers, ({ origin }) => origin)
  const sites = [...bySite.values()].map((of) => ({ of, at: 0, bytes: bytesOf(of) }))
  const surplus: string[] = []
  let bytes = bytesOf(answers)
  while (bytes > mostBytes) {
    const most = sites.reduce((a, b) => (b.bytes > a.bytes ? b : a))
    const oldest = most.of[most.at]
    if (oldest === undefined) break
    most.at += 1
    most.bytes -= oldest.size
    bytes -= oldest.size
    surplus.push(oldest.digest)
  }
  return surplus
}

function bytesOf(answers: readonly SizedAnswer[]): number {
  return answers.reduce((sum, { size }) => sum + size, 0)
}
