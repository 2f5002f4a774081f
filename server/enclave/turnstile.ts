/** Lets so many through at the same time; others wait, and too many are turned away. */
export interface Turnstile {
  /** @throws {TurnedAway} when too many wait already */
  pass<Result>(work: () => Promise<Result>): Promise<Result>
}

class TurnedAway extends Error {
  override readonly name = 'TurnedAway'
}

interface TurnstileOptions {
  readonly atOnce: number
  readonly waiting: number
}

export function createTurnstile({ atOnce, waiting: mostWaiting }: TurnstileOptions): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async pass(work) {
      if (inside >= atOnce) {
        if (waiting.length >= mostWaiting) throw new TurnedAway()
        // Whoever leaves hands its place on, so nobody slips in between.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        inside += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inside -= 1
      }
    },
  }
}
