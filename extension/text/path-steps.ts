/** A step of a drawing's path: a letter, and its numbers. */
export type Step = readonly [string, ...number[]]

/** Browsers write six digits of a number. */
const roundedBy = 5e-6

/** How many numbers each step takes. */
const lengths: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Z: 0 }

/** One for each step, from the corner of the box: browsers write them in ways of their own. Null for one with others. */
export function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = []
  let [x, y] = [0, 0]
  let start: readonly [number, number] = [0, 0]
  for (const [, written = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const letter = written.toUpperCase()
    const given = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const length = lengths[letter]
    if (length === undefined || given.length % Math.max(1, length) > 0) return null
    for (let at = 0; at === 0 || at < given.length; at += Math.max(1, length)) {
      const isRelative = letter !== written
      const numbers = given
        .slice(at, at + length)
        .map((number, index) =>
          isRelative ? number + (letter === 'V' || index % 2 === 1 ? y : x) : number,
        )
      if (letter === 'H') x = numbers[0] ?? x
      else if (letter === 'V') y = numbers[0] ?? y
      else if (letter === 'Z') [x, y] = start
      else [x = x, y = y] = numbers.slice(-2)
      if (letter === 'M') start = [x, y]
      steps.push([letter, ...numbers])
      if (length === 0) break
    }
  }
  return steps
}

export function isSame(seen: readonly Step[], wanted: readonly Step[] | null): boolean {
  return (
    seen.length === wanted?.length &&
    wanted.every((step, at) =>
      step.every((value, index) => {
        const other = seen[at]?.[index]
        return typeof value === 'number'
          ? Math.abs(value - Number(other)) < 0.05 + Math.abs(value) * roundedBy
          : value === other && step.length === seen[at]?.length
      }),
    )
  )
}
