/** Lets so many run at the same time; others wait, and too many are turned away. */
export interface Semaphore {
  /** @throws {TurnedAway} when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

class TurnedAway extends Error {
  override readonly name = 'TurnedAway'
}

interface SemaphoreOptions {
  readonly atOnce: number
  readonly waiting: number
}

export function createSemaphore({ atOnce, waiting: mostWaiting }: SemaphoreOptions): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new TurnedAway()
        // Whoever ends hands its place on, so nobody slips in between.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
