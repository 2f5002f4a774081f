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

/** Does work that stops between its passes; each pass over many bytes has a turn of its own. */
export function inTurns<Result>(
  inTurn: InTurn,
  bytes: number,
  passes: Iterator<void, Result>,
): Result | Promise<Result> {
  for (;;) {
    const pass = inTurn(bytes, () => passes.next())
    if (pass instanceof Promise) return restOf(pass, () => inTurn(bytes, () => passes.next()))
    if (pass.done === true) return pass.value
  }
}

type Pass<Result> = IteratorResult<void, Result>

async function restOf<Result>(
  first: Promise<Pass<Result>>,
  next: () => Pass<Result> | Promise<Pass<Result>>,
): Promise<Result> {
  let pass = await first
  while (pass.done !== true) pass = await next()
  return pass.value
}
