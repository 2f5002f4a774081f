/** Makes room for one more. @returns what had to go */
export function dropOldest<Value>(known: Map<unknown, Value>, most: number): Value | null {
  if (known.size < most) return null
  const [oldest] = known
  if (oldest === undefined) return null
  known.delete(oldest[0])
  return oldest[1]
}
