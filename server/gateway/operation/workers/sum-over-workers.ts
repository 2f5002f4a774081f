import type { Metrics } from '../metrics.ts'
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts'

/** Makes the metrics of a worker the metrics of all workers; the process that started it adds them up. */
export function sumOverWorkers(metrics: Metrics): Metrics {
  const waiting = new Map<number, (text: string) => void>()
  let asked = 0
  process.on('message', (message: unknown) => {
    if (!isWorkerMessage(message)) return
    if (message.kind === 'counts-wanted') void tell(message.ask)
    if (message.kind === 'sum') waiting.get(message.ask)?.(message.text)
  })

  async function tell(ask: number): Promise<void> {
    send({ kind: 'counts', ask, counts: await metrics.counts() })
  }

  return {
    ...metrics,
    text: () =>
      new Promise((resolve) => {
        const ask = (asked += 1)
        waiting.set(ask, (text) => {
          waiting.delete(ask)
          resolve(text)
        })
        send({ kind: 'sum-wanted', ask })
      }),
  }
}

function send(message: WorkerMessage): void {
  process.send?.(message)
}
