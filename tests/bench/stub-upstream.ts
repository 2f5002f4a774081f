import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// An upstream that costs as little as possible: fixed answers of 300 tokens, or of 100 chunks.

const words = Array.from({ length: 300 }, (_, index) => `token${index % 10}`)
const buffered = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_780_000_000,
    model: 'stub',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: words.join(' ') },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 200, completion_tokens: 300, total_tokens: 500 },
  }),
)

const chunkOf = (delta: object, finish_reason: string | null) =>
  Buffer.from(
    `data: ${JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion.chunk',
      created: 1_780_000_000,
      model: 'stub',
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`,
  )
const chunks = [
  chunkOf({ role: 'assistant', content: 'first' }, null),
  ...Array.from({ length: 98 }, () => chunkOf({ content: ' token' }, null)),
  chunkOf({}, 'stop'),
]
const done = Buffer.from('data: [DONE]\n\n')

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    if (!body.includes('"stream":true')) {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': buffered.length,
      })
      response.end(buffered)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const thinkMs = /"think_ms":(\d+)/.exec(body.toString())?.[1]
    let next = 0
    const write = () => {
      const chunk = chunks[next]
      if (!chunk) {
        response.end(done)
        return
      }
      next += 1
      response.write(chunk)
      // One that thinks writes a token each 2 ms; the other as fast as they can be read.
      if (thinkMs === undefined) setImmediate(write)
      else setTimeout(write, 2)
    }
    if (thinkMs === undefined) write()
    else setTimeout(write, Number(thinkMs))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
