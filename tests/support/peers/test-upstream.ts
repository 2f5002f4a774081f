import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { keepConnections } from '../keep-connections.ts'
import { listenHere } from '../listen-here.ts'

interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Resolves when the caller closed the connection before the answer was whole. */
  readonly aborted: Promise<void>
}

/** Answers one request; the response is the test's own to write, byte for byte. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>

export interface TestUpstream {
  readonly baseUrl: string
  /** All requests so far, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** The request that comes next. */
  next(): Promise<ReceivedRequest>
  answerWith(answer: Answer): void
  close(): Promise<void>
}

/** An upstream on loopback whose answers a test writes, on a free port unless one is named. */
export async function startTestUpstream(
  first: Answer = answerText('ok'),
  port = 0,
): Promise<TestUpstream> {
  let answer = first
  const requests: ReceivedRequest[] = []
  let waiting: ((request: ReceivedRequest) => void)[] = []
  const server = createServer(keepConnections, (incoming, response) => {
    const chunks: Buffer[] = []
    const aborted = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
        aborted,
      }
      requests.push(request)
      for (const tell of waiting) tell(request)
      waiting = []
      void answer(response, request)
    })
  })
  const { origin, close } = await listenHere(server, port)
  return {
    baseUrl: `${origin}/v1`,
    close,
    requests,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    answerWith(next) {
      answer = next
    },
  }
}

/** Exactly this text as a buffered completion. */
export function answerJson(text: string | Buffer, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
}

export function answerText(content: string): Answer {
  return answerJson(
    JSON.stringify({
      id: 'chatcmpl-test',
      object: 'chat.completion',
      created: 1,
      model: 'test',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
}

/** Exactly these pieces as a stream, each written on its own. */
export function answerSse(pieces: readonly (string | Buffer)[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }
}

export function chunk(delta: object, finishReason: string | null = null, index = 0): string {
  const body = {
    id: 'chatcmpl-test',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index, delta, finish_reason: finishReason }],
  }
  return `data: ${JSON.stringify(body)}\n\n`
}

export const done = 'data: [DONE]\n\n'
