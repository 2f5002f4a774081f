import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { answerText, chunk, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// What `SIGTERM` begins (npm-start.test.ts, workers.test.ts).

/** An answer in flight has so long to end. */
const drainMs = 20_000

/** Nobody new is let in. */
async function untilClosed(baseUrl: string): Promise<void> {
  const door = () =>
    fetch(`${baseUrl}/healthz`).then(
      () => 'open',
      () => 'closed',
    )
  await expect.poll(door).toBe('closed')
}

test('a connection on which nothing or no whole request was asked does not hold up the end', async () => {
  const gateway = await startGatewayHere({ config: configFor('http://127.0.0.1:1/v1') })
  const { hostname, port } = new URL(gateway.baseUrl)
  const unused = [1, 2].map(() => connect(Number(port), hostname))
  await Promise.all(unused.map((each) => once(each, 'connect')))
  unused[1]?.write('GET / HTTP/1.1\r\nhost: ')
  // By the time that another one is answered, the first ones are known.
  expect((await fetch(`${gateway.baseUrl}/v1/models`)).status).toBe(200)
  const asked = performance.now()
  await Promise.all([gateway.stop(), ...unused.map((each) => once(each.resume(), 'close'))])
  expect(performance.now() - asked).toBeLessThan(drainMs)
})

test('a request over a kept connection, while an answer is in flight, is told to come again', async () => {
  const released = Promise.withResolvers<void>()
  const upstream = await untilEnd(
    startTestUpstream(async (response, request) => {
      await released.promise
      return answerText('in flight')(response, request)
    }),
  )
  const gateway = await startGatewayHere({ config: configFor(upstream.baseUrl) })
  const { hostname, port } = new URL(gateway.baseUrl)
  const kept = connect(Number(port), hostname)
  let received = ''
  kept.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')))
  const body = '{"model":"test-private","messages":[{"role":"user","content":"hi"}]}'
  const head = (line: string) => `${line} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`
  const next = upstream.next()
  kept.write(`${head('POST /v1/chat/completions')}content-length: ${body.length}\r\n\r\n${body}`)
  await next
  const ended = gateway.stop()
  await untilClosed(gateway.baseUrl)
  kept.write(`${head('GET /v1/models')}\r\n`)
  released.resolve()
  await Promise.all([ended, once(kept, 'close')])
  const [, answer, refusal] =
    received.split(/(?=HTTP\/1\.1 )/).length === 2
      ? ['', ...received.split(/(?=HTTP\/1\.1 )/)]
      : ['', received, '']
  expect(answer).toContain('in flight')
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /)
  expect(refusal).toMatch(/^connection: close\r$/im)
  expect(refusal).toMatch(/^retry-after: 1\r$/im)
  expect(refusal).toMatch(/^x-request-id: req_/im)
  const { error } = JSON.parse(refusal?.split('\r\n\r\n')[1] ?? '') as { error: object }
  expect(error).toMatchObject({ code: 'shutting_down', type: 'server_error', param: null })
})

test('what has not come to its end when the drain is over ends with an error, and no receipt', async () => {
  const upstream = await untilEnd(
    startTestUpstream((response, { body }) => {
      if (!body.includes('"stream":true')) return
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ role: 'assistant', content: 'never whole' }))
    }),
  )
  const environment = { DRAIN_SECONDS: '0' }
  const gateway = await startGatewayHere({ config: configFor(upstream.baseUrl), environment })
  const chat = (stream: boolean) =>
    fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'test-private',
        stream,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    })
  const asked = upstream.next()
  const buffered = chat(false)
  await asked
  const streamed = await chat(true)
  const [aborted] = upstream.requests
  await gateway.stop()
  await aborted?.aborted
  const text = await streamed.text()
  expect(text).toContain('never whole')
  expect(text).toMatch(/data: \{"error":\{.*"code":"shutting_down".*\}\}\n\n$/)
  expect(text).not.toMatch(/\[DONE\]|"svc"/)
  const refused = await buffered
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ error: { code: 'shutting_down' } })
})

test('a connection that its caller keeps does not hold up the end once its answer has ended', async () => {
  const released = Promise.withResolvers<void>()
  const upstream = await untilEnd(
    startTestUpstream(async (response, received) => {
      await released.promise
      return answerText('in flight')(response, received)
    }),
  )
  const environment = { DRAIN_SECONDS: '3600' }
  const gateway = await startGatewayHere({ config: configFor(upstream.baseUrl), environment })
  const key = await makeKey(gateway.baseUrl)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  // The key is known from here on.
  await fetch(`${gateway.baseUrl}/api/keys/self`, { headers })
  const next = upstream.next()
  const answer = fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: '{"model":"test-private","messages":[{"role":"user","content":"hi"}]}',
  })
  await next
  const ended = gateway.stop()
  await untilClosed(gateway.baseUrl)
  released.resolve()
  expect((await answer).status).toBe(200)
  await ended
})
