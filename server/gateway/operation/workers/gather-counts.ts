import type { Worker } from 'node:cluster'
import { addCounts, lastingCounts, type Counts } from './add-counts.ts'
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts'

/** A worker that does not answer in so long is added with what it said last. */
const answerMs = 1_000
/** So much of what a worker counted is lost at most, when it is killed. */
const gatherEveryMs = 2_000

interface GatheredCounts {
  /** Counts a worker's metrics from now on. */
  join(worker: Worker): void
  stop(): void
}

/** Adds up, in the process that starts the workers, what all workers counted, even those that have ended. */
export function gatherCounts(): GatheredCounts {
  const last = new Map<Worker, Counts>()
  const waiting = new Map<number, () => void>()
  let ofEnded: Promise<Counts> = Promise.resolve([])
  let asked = 0

  function askOne(worker: Worker): Promise<void> {
    const ask = (asked += 1)
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        waiting.delete(ask)
        resolve()
      }
      const timer = setTimeout(settle, answerMs)
      waiting.set(ask, settle)
      send(worker, { kind: 'counts-wanted', ask })
    })
  }

  async function gather(): Promise<readonly Counts[]> {
    await Promise.all([...last.keys()].map(askOne))
    return [await ofEnded, ...last.values()]
  }

  const timer = setInterval(() => void gather(), gatherEveryMs)
  timer.unref()

  return {
    join(worker) {
      last.set(worker, [])
      worker.on('message', (message: unknown) => {
        if (!isWorkerMessage(message)) return
        if (message.kind === 'counts') {
          if (last.has(worker)) last.set(worker, message.counts)
          waiting.get(message.ask)?.()
        } else if (message.kind === 'sum-wanted') {
          void gather()
            .then((all) => addCounts(all).metrics())
            .then((text) => send(worker, { kind: 'sum', ask: message.ask, text }))
        }
      })
      worker.once('exit', () => {
        const counts = last.get(worker) ?? []
        last.delete(worker)
        ofEnded = ofEnded.then((before) => lastingCounts([before, counts]))
      })
    },
    stop: () => clearInterval(timer),
  }
}

function send(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
