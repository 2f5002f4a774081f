import { budgetOfParts, endOfPart, partsOfWindow, type Meter, type Part } from './meter.ts'

interface MemoryMeterOptions {
  readonly windowMs: number
}

/** Keeps what subjects spent within the last window, at most sixty-two parts each; who spent nothing for one to two windows is forgotten. */
export function createMemoryMeter({ windowMs }: MemoryMeterOptions): Meter & { size(): number } {
  const partMs = windowMs / partsOfWindow
  // Every window `young` becomes `old`, and what was `old` has not spent for a window.
  let young = new Map<string, readonly Part[]>()
  let old = new Map<string, readonly Part[]>()
  let youngSinceMs = Number.NEGATIVE_INFINITY

  function turnOver(nowMs: number): void {
    const ageMs = nowMs - youngSinceMs
    if (ageMs < windowMs + partMs) return
    old = ageMs >= 2 * (windowMs + partMs) ? new Map() : young
    young = new Map()
    youngSinceMs = nowMs
  }

  function partsOf(subject: string, nowMs: number): readonly Part[] {
    turnOver(nowMs)
    const parts = young.get(subject) ?? old.get(subject) ?? []
    return parts.filter(({ index }) => endOfPart(index, windowMs) > nowMs)
  }

  function put(subject: string, amount: number, nowMs: number): readonly Part[] {
    const parts = partsOf(subject, nowMs)
    const last = parts.at(-1)
    // A clock that was set back gives nobody more.
    const index = Math.max(Math.floor(nowMs / partMs), last?.index ?? 0)
    const next =
      last?.index === index
        ? [...parts.slice(0, -1), { index, amount: last.amount + amount }]
        : [...parts, { index, amount }]
    old.delete(subject)
    young.set(subject, next)
    return next
  }

  return {
    take(subject, { amount, limit }, nowMs) {
      const before = budgetOfParts(partsOf(subject, nowMs), limit, { nowMs, windowMs })
      if (!before.allowed) return before
      const after = budgetOfParts(put(subject, amount, nowMs), limit, { nowMs, windowMs })
      return { ...after, allowed: true, retryAfterMs: 0 }
    },
    add(subject, amount, nowMs) {
      put(subject, amount, nowMs)
    },
    peek: (subject, limit, nowMs) =>
      budgetOfParts(partsOf(subject, nowMs), limit, { nowMs, windowMs }),
    size: () => young.size + old.size,
  }
}
