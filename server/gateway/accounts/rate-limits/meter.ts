import type { Budget } from './rate-limiter.ts'

/**
 * Amounts of the last window by subject: tokens, which are known only once they are spent, or requests of a day.
 * They are kept by parts of the window, a sixtieth each, which end as a whole: an amount counts for the window and up to
 * one part longer, never shorter.
 */
export interface Meter {
  /** Adds an amount while anything is left; what is added last may go beyond the limit. */
  take(subject: string, spent: Spending, nowMs: number): Budget | Promise<Budget>
  /** Adds an amount that was spent already, whatever is left. */
  add(subject: string, amount: number, nowMs: number): void | Promise<void>
  peek(subject: string, limit: number, nowMs: number): Budget | Promise<Budget>
}

interface Spending {
  /** A whole number. */
  readonly amount: number
  readonly limit: number
}

export const partsOfWindow = 60

/** An amount of one part. */
export interface Part {
  /** Of the part, counted from the clock's zero. */
  readonly index: number
  readonly amount: number
}

export interface MeterWindow {
  readonly nowMs: number
  readonly windowMs: number
}

/** When what was spent in a part counts no more. */
export function endOfPart(index: number, windowMs: number): number {
  return (index + 1) * (windowMs / partsOfWindow) + windowMs
}

/** @param parts that count, oldest first */
export function budgetOfParts(
  parts: readonly Part[],
  limit: number,
  { nowMs, windowMs }: MeterWindow,
): Budget {
  const used = parts.reduce((sum, { amount }) => sum + amount, 0)
  const newest = parts.at(-1)
  const resetMs = newest === undefined ? 0 : endOfPart(newest.index, windowMs) - nowMs
  if (used < limit) {
    return { allowed: true, limit, remaining: limit - used, resetMs, retryAfterMs: 0 }
  }
  let left = used
  const blocking = parts.find(({ amount }) => {
    left -= amount
    return left < limit
  })
  const retryAfterMs =
    blocking === undefined ? windowMs : endOfPart(blocking.index, windowMs) - nowMs
  return { allowed: false, limit, remaining: 0, resetMs, retryAfterMs }
}
