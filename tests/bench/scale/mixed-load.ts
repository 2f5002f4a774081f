import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from '../servers.ts'

export interface MixedLoad {
  /** By what was asked. */
  readonly served: Readonly<Record<string, number>>
  readonly failed: () => number
  /** Begins nothing more, waits for what is open, and closes every connection. */
  stop(): Promise<void>
}

type Leaves = 'stays' | 'leaves'

const messages = [{ role: 'user', content: 'Hello' }]
const long = [{ role: 'user', content: 'a conversation of some length, '.repeat(3_000) }]

/** In turn, one after the other; of ten requests. */
const mix: readonly (readonly [name: string, body: object, Leaves])[] = [
  ['buffered', { messages }, 'stays'],
  ['streamed', { messages, stream: true }, 'stays'],
  ['buffered', { messages }, 'stays'],
  ['streamed, in one write', { messages, stream: true, at_once: true }, 'stays'],
  ['left by its caller', { messages, stream: true, held: true }, 'leaves'],
  ['buffered', { messages }, 'stays'],
  ['conversation of 90 kB', { messages: long }, 'stays'],
  ['streamed', { messages, stream: true }, 'stays'],
  ['refused', { messages: 'none' }, 'stays'],
  ['buffered', { messages }, 'stays'],
]

/** So many requests a second of each kind that callers make. */
export function startMixedLoad({ baseUrl, headers }: Server, perSecond: number): MixedLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const served: Record<string, number> = {}
  const open = new Set<Promise<void>>()
  let failed = 0

  function askOne(name: string, body: object, leaves: Leaves): Promise<void> {
    return new Promise((resolve) => {
      const end = (isServed: boolean) => {
        if (isServed) served[name] = (served[name] ?? 0) + 1
        else failed += 1
        resolve()
      }
      const asking = request(
        `${baseUrl}/v1/chat/completions`,
        { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
        (response) => {
          response.once('data', () => {
            if (leaves === 'stays') return
            end(response.statusCode === 200)
            asking.destroy()
          })
          response.once('end', () => end(response.statusCode === (name === 'refused' ? 400 : 200)))
          response.on('error', () => {})
        },
      )
      asking.on('error', () => end(false))
      asking.end(JSON.stringify({ model: 'bench', ...body }))
    })
  }

  const startedMs = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) / 1000) * perSecond
    for (; begun < due; begun += 1) {
      const [name, body, leaves] = mix[begun % mix.length] ?? mix[0] ?? []
      if (name === undefined || body === undefined || leaves === undefined) return
      const asking = askOne(name, body, leaves).finally(() => open.delete(asking))
      open.add(asking)
    }
  }, 20)

  return {
    served,
    failed: () => failed,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
      // What the gateway closes by itself, it closes now.
      await delay(1_000)
    },
  }
}
