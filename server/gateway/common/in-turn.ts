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
  if (bytes >= longBytes) return takingTurns(inTurn, bytes, passes)
  let pass = passes.next()
  while (pass.done !== true) pass = passes.next()
  return pass.value
}

async function takingTurns<Result>(
  inTurn: InTurn,
  bytes: number,
  passes: Iterator<void, Result>,
): Promise<Result> {
  for (;;) {
    const pass = await inTurn(bytes, () => passes.next())
    if (pass.done === true) return pass.value
  }
}
