import { createServer } from 'node:http'
import { Agent, fetch, type RequestInit } from 'undici'
import { keepConnections } from '../keep-connections.ts'
import { listenHere } from '../listen-here.ts'

/** One request that passes through, and what the real gateway answered to it. */
interface Passing {
  readonly path: string
  readonly request: { headers: Record<string, string>; body: Buffer }
}

export interface Passed {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What a lying gateway does: to a request before it is passed on, to an answer before it is handed back. */
export interface Lie {
  readonly onRequest?: (passing: Passing) => void
  readonly onAnswer?: (answer: Passed, passing: Passing) => void
  /** All of an answer waits for it, its head included. */
  readonly holdHead?: Promise<void>
  /** The second half of an answer waits for it. */
  readonly holdAnswer?: Promise<void>
  /** In the place of the second half of an answer the connection goes, when it resolves. */
  readonly dropAnswer?: Promise<void>
}

export interface Middle {
  readonly baseUrl: string
  lie(lie: Lie): void
  /** Resolves when the next one who asked went away before the end. */
  gone(): Promise<void>
  /** Resolves when the first half of an answer was sent and the second one waits. */
  held(): Promise<void>
  close(): Promise<void>
}

/** A simulated enclave has one of its own. */
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } })

/** A gateway that passes everything to the real one, and lies where it is told to. */
export async function startMiddle(gatewayUrl: string): Promise<Middle> {
  let current: Lie = {}
  let tellHeld = () => {}
  const nextHeld = () =>
    new Promise<void>((resolve) => {
      tellHeld = resolve
    })
  let waiting = nextHeld()
  let tellGone = () => {}
  const server = createServer(keepConnections, (incoming, response) => {
    response.once('close', () => {
      if (!response.writableFinished) tellGone()
    })
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => void pass())

    async function pass(): Promise<void> {
      const { host: _host, connection: _connection, ...headers } = incoming.headers
      const passing: Passing = {
        path: incoming.url ?? '',
        request: { headers: headers as Record<string, string>, body: Buffer.concat(chunks) },
      }
      current.onRequest?.(passing)
      const { 'content-length': _length, ...sent } = passing.request.headers
      const answer = await fetch(`${gatewayUrl}${passing.path}`, {
        method: incoming.method ?? 'GET',
        headers: sent,
        ...(incoming.method === 'POST'
          ? { body: passing.request.body as NonNullable<RequestInit['body']> }
          : {}),
        dispatcher: anyCertificate,
      })
      const passed: Passed = {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      }
      current.onAnswer?.(passed, passing)
      // What was compressed is not any longer.
      const {
        'content-length': _old,
        'transfer-encoding': _chunked,
        'content-encoding': _encoding,
        ...kept
      } = passed.headers
      if (incoming.method === 'POST' && current.holdHead) {
        tellHeld()
        await current.holdHead
      }
      response.writeHead(passed.status, kept)
      const { holdAnswer, dropAnswer } = incoming.method === 'POST' ? current : {}
      if (holdAnswer ?? dropAnswer) {
        response.write(passed.body.subarray(0, passed.body.length / 2), () => tellHeld())
        await (holdAnswer ?? dropAnswer)
        if (dropAnswer) response.destroy()
        else response.end(passed.body.subarray(passed.body.length / 2))
      } else {
        response.end(passed.body)
      }
    }
  })
  const { origin, close } = await listenHere(server)
  return {
    baseUrl: origin,
    close,
    lie(lie) {
      current = lie
      waiting = nextHeld()
    },
    held: () => waiting,
    gone: () =>
      new Promise<void>((resolve) => {
        tellGone = resolve
      }),
  }
}
