import { Agent, request } from 'node:http'
import type { Server } from '../servers.ts'

export interface IdleStreams {
  /** Ends them as a caller does who goes away. */
  leave(): void
}

/** So many streams of which the first chunk came, and nothing since. */
export async function openIdleStreams(
  { baseUrl, headers }: Server,
  count: number,
): Promise<IdleStreams> {
  const agent = new Agent({ maxSockets: Infinity })
  const body = JSON.stringify({
    model: 'bench',
    stream: true,
    held: true,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const asking = request(
        `${baseUrl}/v1/chat/completions`,
        { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
        (response) => {
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
          response.once('data', () => resolve())
          response.on('error', () => {})
        },
      )
      asking.on('error', reject)
      asking.end(body)
    })
  // Some at a time, so that no queue of connections overflows.
  for (let left = count; left > 0; left -= 50) {
    await Promise.all(Array.from({ length: Math.min(left, 50) }, open))
  }
  return { leave: () => agent.destroy() }
}
