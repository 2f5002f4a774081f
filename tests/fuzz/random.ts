/** Reproducible chance: the same seed gives the same sequence. Not for secrets. */
export interface Random {
  /** A whole number from 0 to `below` − 1. */
  int(below: number): number
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  bytes(length: number): Buffer
}

/** mulberry32, started from a seed and the number of a case, so that each case stands alone. */
export function createRandom(seed: number, caseNumber: number): Random {
  let state =
    (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(caseNumber + 1, 0xc2b2ae35)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (percent) => int(100) < percent,
    pick: (values) => values[int(values.length)] ?? values[0],
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  }
}
