/** Puts a value last into a map that keeps the newest few: where it is full, the oldest goes. */
export function setBounded<Key, Value>(
  map: Map<Key, Value>,
  most: number,
  [key, value]: readonly [Key, Value],
): void {
  map.delete(key)
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
