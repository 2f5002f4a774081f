/** Between two readings: at least so many milliseconds, and so many times what the last one took. */
const leastMs = 1_000
const restFactor = 100

interface ReadAgain {
  /** Those beside which something is said of their text; all of them while an answer has no place. */
  readonly turns: () => readonly Element[]
  readonly read: (turn: Element) => void
}

/**
 * Reads what is in sight again, one turn after the other: a style sheet may draw another text of the same page without
 * any change that could be heard of. Not beneath the pointer, where pages show their controls.
 */
export function readAgain({ turns, read }: ReadAgain): { end(): void } {
  let last: Element | null = null
  let timer = 0

  function step(): void {
    const began = performance.now()
    const seen = turns().filter((turn) => isInSight(turn) && !turn.matches(':hover'))
    last = seen[seen.findIndex((turn) => turn === last) + 1] ?? seen[0] ?? null
    if (last) read(last)
    plan(performance.now() - began)
  }

  function plan(took: number): void {
    timer = window.setTimeout(step, Math.max(leastMs, restFactor * took))
  }

  plan(0)
  return { end: () => window.clearTimeout(timer) }
}

function isInSight(turn: Element): boolean {
  const { top, bottom } = turn.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}
