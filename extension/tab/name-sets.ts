/** What stands under each name; a name under which nothing stands is none. */
export type NameSets<Value> = Map<string, Set<Value>>

export function enter<Value>(sets: NameSets<Value>, name: string, value: Value): void {
  const known = sets.get(name)
  if (known) known.add(value)
  else sets.set(name, new Set([value]))
}

export function leave<Value>(sets: NameSets<Value>, name: string, value: Value): void {
  const known = sets.get(name)
  known?.delete(value)
  if (known?.size === 0) sets.delete(name)
}
