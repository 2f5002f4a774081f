import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { chunk, done, startTestUpstream } from '../../support/peers/test-upstream.ts'

const events = [
  chunk({ role: 'assistant', content: 'one' }),
  chunk({ content: ' two' }),
  chunk({ content: ' — three' }),
  chunk({ content: ' four' }),
]

const upstream = await untilEnd(
  startTestUpstream(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // Each is read by itself, however fast both sides are.
    for (const event of events) {
      await new Promise<unknown>((resolve) => response.write(event, resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end(chunk({}, 'stop') + done)
  }),
)
const gateway = await untilEnd(startGatewayHere({ config: configFor(upstream.baseUrl) }))

const body = JSON.stringify({
  model: 'test-private',
  stream: true,
  stream_options: { include_obfuscation: false },
  messages: [{ role: 'user', content: 'hi' }],
})

function requestText(version: '1.0' | '1.1', connection: 'close' | 'keep-alive'): string {
  const { host } = new URL(gateway.baseUrl)
  return [
    `POST /v1/chat/completions HTTP/${version}`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `connection: ${connection}`,
    '',
    body,
  ].join('\r\n')
}

/** All bytes that come until the gateway closes the connection. */
async function send(text: string): Promise<string> {
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

/** The bodies of the answers, as RFC 9112 section 7.1 reads their chunks. */
function bodiesOf(answers: string): readonly string[] {
  const bodies: string[] = []
  let rest = Buffer.from(answers)
  while (rest.length > 0) {
    let at = rest.indexOf('\r\n\r\n') + 4
    let text = ''
    for (;;) {
      const lineEnd = rest.indexOf('\r\n', at)
      const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16)
      const end = lineEnd + 2 + size
      text += rest.toString('utf8', lineEnd + 2, end)
      expect(rest.toString('latin1', end, end + 2)).toBe('\r\n')
      at = end + 2
      if (size === 0) break
    }
    bodies.push(text)
    rest = rest.subarray(at)
  }
  return bodies
}

test('two streams that were asked for at once over one connection come one after the other', async () => {
  const answers = await send(requestText('1.1', 'keep-alive') + requestText('1.1', 'close'))
  const bodies = bodiesOf(answers)
  expect(bodies).toHaveLength(2)
  for (const each of bodies) {
    expect(each.startsWith(events.join(''))).toBe(true)
    expect(each.endsWith(done)).toBe(true)
    expect(each.match(/"receipt"/g)).toHaveLength(1)
  }
})

test('a caller of HTTP/1.0, which knows no chunks, gets the events and nothing else', async () => {
  const answer = await send(requestText('1.0', 'close'))
  expect(answer).not.toContain('transfer-encoding')
  const text = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  expect(text.startsWith(events.join(''))).toBe(true)
  expect(text.endsWith(done)).toBe(true)
})
