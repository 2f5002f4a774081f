/** Keeps the newest only. */
export function rememberFew<Key, Value>(
  map: Map<Key, Value>,
  most: number,
  [key, value]: readonly [Key, Value],
): void {
  map.delete(key)
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
