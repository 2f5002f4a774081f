import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startGatewayHere, type GatewayHere } from '../../support/gateway/start-gateway-here.ts'

/** What an upstream does with the request that is its nth on its connection. */
type Reply = (socket: Socket, nth: number) => void

interface RawUpstream {
  readonly baseUrl: string
  /** Of each request, oldest first: how many its connection had carried with it. */
  readonly requests: readonly number[]
}

let server: Server | null = null
let gateway: GatewayHere | null = null

afterEach(async () => {
  await gateway?.stop()
  server?.close()
})

/** An upstream down to its sockets. */
async function startRawUpstream(reply: Reply): Promise<RawUpstream> {
  const requests: number[] = []
  server = createServer((socket) => {
    let text = ''
    let count = 0
    socket.on('error', () => {})
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (head < 0 || text.length < head + 4 + length) return
      text = ''
      count += 1
      requests.push(count)
      reply(socket, count)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests }
}

const completion = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
})
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${completion.length}\r\n\r\n${completion}`

/** The statuses of requests: so many at once, then one more. */
async function askAgain({ baseUrl }: RawUpstream, atOnce = 1): Promise<readonly number[]> {
  gateway = await startGatewayHere({
    config: {
      upstreams: [
        { id: 'u', kind: 'openai', mode: 'private', base_url: baseUrl, models: { m: 'm' } },
      ],
    },
  })
  const { baseUrl: gatewayUrl } = gateway
  const ask = async () => {
    const response = await fetch(`${gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await response.text()
    return response.status
  }
  const first = await Promise.all(Array.from({ length: atOnce }, ask))
  return [...first, await ask()]
}

const endings = {
  ends: (socket: Socket) => socket.end(),
  resets: (socket: Socket) => socket.resetAndDestroy(),
} as const

test.each(Object.entries(endings))(
  'where an upstream %s a kept connection as a request goes out, it is asked again over a new one',
  async (_name, end) => {
    const upstream = await startRawUpstream((socket, nth) => {
      if (nth === 1) socket.write(answer)
      else end(socket)
    })
    expect(await askAgain(upstream)).toEqual([200, 200])
    expect(upstream.requests).toEqual([1, 2, 1])
  },
)

test('a request is sent once more, and not again and again', async () => {
  let answered = 0
  const upstream = await startRawUpstream((socket) => {
    answered += 1
    if (answered === 1) socket.write(answer)
    else socket.end()
  })
  expect(await askAgain(upstream)).toEqual([200, 502])
  expect(upstream.requests).toEqual([1, 2, 1])
})

test('of several kept connections that have ended only one is tried', async () => {
  const waiting: Socket[] = []
  const upstream = await startRawUpstream((socket, nth) => {
    if (nth > 1) socket.end()
    else if (waiting.length >= 2) socket.write(answer)
    else if (waiting.push(socket) === 2) for (const each of waiting) each.write(answer)
  })
  expect(await askAgain(upstream, 2)).toEqual([200, 200, 200])
  expect(upstream.requests).toEqual([1, 1, 2, 1])
})

test('what breaks off over a new connection is not sent again', async () => {
  const upstream = await startRawUpstream((socket) => socket.end())
  expect(await askAgain(upstream)).toEqual([502, 502])
  expect(upstream.requests).toEqual([1, 1])
})

test('once a byte of an answer came, nothing is sent again', async () => {
  const upstream = await startRawUpstream((socket, nth) => {
    if (nth === 1) socket.write(answer)
    else socket.end('HTTP/1.1 2')
  })
  expect(await askAgain(upstream)).toEqual([200, 502])
  expect(upstream.requests).toEqual([1, 2])
})
