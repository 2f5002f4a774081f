import { request, Agent } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface HealthPoll {
  /** Ends it. @returns the longest wait for an answer, in milliseconds */
  end(): Promise<number>
}

/** Another caller, in a thread of its own: asks for `/healthz` again and again while the fuzz goes on. */
export function pollHealth(baseUrl: string): HealthPoll {
  const worker = new Worker(new URL(import.meta.url), { workerData: { baseUrl } })
  return {
    end: () =>
      new Promise((resolve, reject) => {
        worker.once('message', (longestMs: number) => resolve(longestMs))
        worker.once('error', reject)
        worker.postMessage('end')
      }),
  }
}

const pauseMs = 10

async function poll(baseUrl: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longestMs = 0
  let ended = false
  parentPort?.once('message', () => {
    ended = true
  })
  while (!ended) {
    const startedMs = performance.now()
    await ask(`${baseUrl}/healthz`, agent)
    longestMs = Math.max(longestMs, performance.now() - startedMs)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  agent.destroy()
  parentPort?.postMessage(longestMs)
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}

if (!isMainThread) void poll((workerData as { baseUrl: string }).baseUrl)
