import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Pieces of a stream, and the pause between two. */
const pieces = 20
const pauseMs = 250

/** An upstream that repeats what it was asked, and keeps how often it was asked each thing. */
export interface StubUpstream {
  readonly baseUrl: string
  /** By the id that a request holds. */
  readonly asked: ReadonlyMap<string, number>
  /** Breaks every connection off, and takes none until `revive`. */
  die(): Promise<void>
  revive(): Promise<void>
  /** Ends the connections on which nothing is answered now. */
  dropIdle(): void
  stop(): Promise<void>
}

export async function startStubUpstream(): Promise<StubUpstream> {
  const asked = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.once('end', () => {
      const id = /"content":"(id-[^"]+)"/.exec(body)?.[1] ?? 'none'
      asked.set(id, (asked.get(id) ?? 0) + 1)
      if (body.includes('"stream":true')) stream(id, response)
      else setTimeout(() => whole(id, response), 10)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  const die = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    die,
    revive: () => listen(port),
    dropIdle: () => server.closeIdleConnections(),
    stop: async () => (server.listening ? die() : undefined),
  }
}

const base = { id: 'chatcmpl-stub', created: 1, model: 'stub' }

function whole(content: string, response: ServerResponse): void {
  const message = { role: 'assistant', content }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...base, object: 'chat.completion', choices }))
}

function stream(content: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, finish_reason: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason }]
    const chunk = { ...base, object: 'chat.completion.chunk', choices }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  write({ role: 'assistant', content })
  let left = pieces
  const timer = setInterval(() => {
    if (response.destroyed) return clearInterval(timer)
    left -= 1
    if (left > 0) return write({ content: '.' })
    clearInterval(timer)
    write({}, 'stop')
    response.end('data: [DONE]\n\n')
    return undefined
  }, pauseMs)
}
