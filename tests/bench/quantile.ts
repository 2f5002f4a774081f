export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of each figure. */
export function medians<Name extends string>(
  rounds: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(rounds[0] ?? {}) as Name[]
  const median = (name: Name) => [
    name,
    quantile(
      rounds.map((each) => each[name]),
      0.5,
    ),
  ]
  return Object.fromEntries(names.map(median)) as Record<Name, number>
}
