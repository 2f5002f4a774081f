/** Files that import one another in a circle, types too; each ring with all that are in it. */
export function ringsOf(
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  const rings = new Map<string, readonly string[]>()
  for (const [file, others] of reached) {
    if (!others.has(file)) continue
    const ring = [...others].filter((other) => reached.get(other)?.has(file)).toSorted()
    rings.set(ring.join(' '), ring)
  }
  return [...rings.values()]
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const open = [...(imports.get(file) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(imports.get(next) ?? []))
  }
  return reached
}
