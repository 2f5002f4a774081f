/**
 * One of several, each as often as its weight says. Those of weight 0 are left for when there is no other.
 * @param random at least 0 and less than 1
 */
export function pickByWeight<Item extends { readonly weight: number }>(
  items: readonly [Item, ...Item[]],
  random: () => number,
): Item {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  if (items.length === 1 || total === 0) return items[0]
  let left = random() * total
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return items[0]
}
