import { setImmediate as turn } from 'node:timers/promises'
import type { InTurn } from './upstream.ts'

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
