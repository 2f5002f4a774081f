import { Agent, request } from 'node:http'
import type { StubUpstream } from './stub-upstream.ts'

/** What became of one request. */
export type Outcome =
  /** Whole, with a receipt, and the caller's own. */
  | 'served'
  /** The gateway said why not, before the first byte or as the last event. */
  | 'refused'
  /** No answer, half of one, or none that the gateway gave. */
  | 'lost'
  /** An answer that is not the caller's, or has no receipt. */
  | 'wrong'

export interface Asked {
  readonly id: string
  readonly kind: 'buffered' | 'streamed'
  readonly outcome: Outcome
  readonly detail: string
  readonly endedMs: number
  /** The text of an answer that was served, to be verified later. */
  readonly text: string
}

interface LoadOptions {
  readonly address: string
  readonly key: string
  readonly perSecond: number
  readonly streams: number
}

export interface Load {
  /** All that ended, oldest first. */
  readonly asked: readonly Asked[]
  /** Begins nothing more, and waits for what is open. */
  stop(): Promise<void>
}

/** Longest time for a whole answer. */
const patienceMs = 30_000

/** Over all loads of a process: an id is asked once. */
let number = 0

/** So many requests a second, whatever becomes of them, beside so many open streams. */
export function startLoad({ address, key, perSecond, streams }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const asked: Asked[] = []
  const open = new Set<Promise<void>>()
  let openStreams = 0

  function ask(kind: Asked['kind']): Promise<void> {
    const id = `id-${process.pid}-${(number += 1)}`
    const asking = askOne({ address, key, agent, id, kind }).then((ended) => {
      asked.push({ ...ended, id, kind, endedMs: performance.now() })
      open.delete(asking)
    })
    open.add(asking)
    return asking
  }

  const startedMs = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) / 1000) * perSecond
    for (; begun < due; begun += 1) void ask('buffered')
    // A few at a time, so that not all of them end at the same time.
    for (let few = 0; openStreams < streams && few < 2; few += 1) {
      openStreams += 1
      void ask('streamed').finally(() => (openStreams -= 1))
    }
  }, 20)

  return {
    asked,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
    },
  }
}

interface OneOptions {
  readonly address: string
  readonly key: string
  readonly agent: Agent
  readonly id: string
  readonly kind: Asked['kind']
}

type Ended = Pick<Asked, 'outcome' | 'detail' | 'text'>

function askOne({ address, key, agent, id, kind }: OneOptions): Promise<Ended> {
  const body = JSON.stringify({
    model: 'stub',
    stream: kind === 'streamed',
    messages: [{ role: 'user', content: id }],
  })
  return new Promise((resolve) => {
    const lost = (detail: string) => resolve({ outcome: 'lost', detail, text: '' })
    const asking = request(
      `${address}/v1/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
        timeout: patienceMs,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.once('end', () => resolve(judge(response.statusCode ?? 0, text, { id, kind })))
        response.once('error', (error: NodeJS.ErrnoException) => lost(`broken: ${error.code}`))
      },
    )
    asking.once('timeout', () => asking.destroy(new Error('silent')))
    asking.once('error', (error: NodeJS.ErrnoException) => lost(error.code ?? error.message))
    asking.end(body)
  })
}

function judge(status: number, text: string, { id, kind }: Pick<Asked, 'id' | 'kind'>): Ended {
  const code = /"error":\{.*"code":"([a-z_]+)"/.exec(text)?.[1]
  if (code !== undefined) return { outcome: 'refused', detail: `${status} ${code}`, text: '' }
  if (status !== 200) return { outcome: 'lost', detail: `${status} of the balancer`, text: '' }
  if (kind === 'streamed' && !text.includes('[DONE]')) {
    return { outcome: 'lost', detail: 'a stream without its end', text: '' }
  }
  const isOwn = text.includes(`"content":"${id}"`) && text.includes('"svc":{')
  return isOwn
    ? { outcome: 'served', detail: '', text }
    : { outcome: 'wrong', detail: 'not its own, or unsigned', text }
}

/** Those that the upstream was asked more than once. */
export function doubled(asked: readonly Asked[], upstream: StubUpstream): number {
  return asked.filter(({ id }) => (upstream.asked.get(id) ?? 0) > 1).length
}
