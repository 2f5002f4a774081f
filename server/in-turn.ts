import { setImmediate as turn } from 'node:timers/promises'

/**
 * Does a piece of work on so many bytes. On many it waits until the piece before it is done and
 * others had a turn: however many large bodies there are, nobody waits for more than one piece.
 */
export type InTurn = <Result>(bytes: number, work: () => Result) => Result | Promise<Result>

/** What is shorter is done at once: it takes a few milliseconds at most. */
const longBytes = 256 * 1024

export function createInTurn(): InTurn {
  let before: Promise<unknown> = Promise.resolve()
  return (bytes, work) => {
    if (bytes < longBytes) return work()
    const done = before.then(() => turn()).then(work)
    before = done.catch(() => {})
    return done
  }
}
