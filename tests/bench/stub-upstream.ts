import { createServer, type AddressInfo, type Socket } from 'node:net'

// An upstream that costs as little as it can: no HTTP library, and bytes that were made beforehand. An
// answer has 300 tokens, or 100 chunks. A streamed one is written as servers of models do that compute
// a step for all requests together: one chunk for each open stream, a write each, then the next for each.
// With `"at_once":true` in the request, all chunks are one write; with `"held":true`, the first is all that comes.

const words = Array.from({ length: 300 }, (_, index) => `token${index % 10}`)
const completion = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_780_000_000,
  model: 'stub',
  choices: [
    { index: 0, message: { role: 'assistant', content: words.join(' ') }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 200, completion_tokens: 300, total_tokens: 500 },
})
const buffered = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${completion.length}\r\n\r\n${completion}`,
)

function chunkOf(delta: object, finish_reason: string | null): string {
  const data = JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_780_000_000,
    model: 'stub',
    choices: [{ index: 0, delta, finish_reason }],
  })
  return framed(`data: ${data}\n\n`)
}

/** As a piece of a body in chunked transfer coding. */
function framed(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

const head =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
const pieces = [
  head + chunkOf({ role: 'assistant', content: 'first' }, null),
  ...Array.from({ length: 98 }, (_, index) => chunkOf({ content: ` token${index % 10}` }, null)),
  chunkOf({}, 'stop'),
  `${framed('data: [DONE]\n\n')}0\r\n\r\n`,
].map((text) => Buffer.from(text))
const atOnce = Buffer.concat(pieces)

/** Streams under way, and the next piece of each. */
const streams = new Map<Socket, number>()

function step(): void {
  for (const [socket, next] of streams) {
    socket.write(pieces[next] as Buffer)
    if (next + 1 < pieces.length) streams.set(socket, next + 1)
    else streams.delete(socket)
  }
  if (streams.size > 0) setImmediate(step)
}

function answer(socket: Socket, body: Buffer): void {
  if (!body.includes('"stream":true')) socket.write(buffered)
  else if (body.includes('"at_once":true')) socket.write(atOnce)
  else if (body.includes('"held":true')) socket.write(pieces[0] as Buffer)
  else {
    if (streams.size === 0) setImmediate(step)
    streams.set(socket, 0)
  }
}

const server = createServer({ noDelay: true }, (socket) => {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headEnd = received.indexOf('\r\n\r\n') + 4
    if (headEnd < 4) return
    const length = Number(
      /content-length: *(\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1],
    )
    if (received.length < headEnd + length) return
    const body = received.subarray(headEnd)
    received = Buffer.alloc(0)
    answer(socket, body)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => streams.delete(socket))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
