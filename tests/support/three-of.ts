/** Samples of a list that is run whole on another surface: its first, its middle and its last. */
export function threeOf<Item>(list: readonly Item[]): Item[] {
  const last = list.length - 1
  return list.filter((_, at) => at === 0 || at === Math.floor(last / 2) || at === last)
}
