import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import { answerSse, chunk, done } from '../../support/peers/test-upstream.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()

const body = {
  model: 'test-private',
  stream: true,
  messages: [{ role: 'user', content: 'hi' }],
}
const url = () => `${gateway.baseUrl}/v1/chat/completions`

test('headers and the first token arrive while the upstream is still writing', async () => {
  const gate = Promise.withResolvers<void>()
  upstream.answerWith(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    response.write(chunk({ role: 'assistant', content: 'first' }))
    await gate.promise
    response.end(chunk({}, 'stop') + done)
  })
  const response = await fetch(url(), { method: 'POST', body: JSON.stringify(body) })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(response.headers.get('content-encoding')).toBeNull()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(Buffer.from(first?.value ?? []).toString()).toContain('first')
  gate.resolve()
  const rest: string[] = []
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) break
    rest.push(Buffer.from(next.value).toString())
  }
  expect(rest.join('')).toContain('"svc"')
  expect(rest.join('').endsWith(done)).toBe(true)
})

test('a caller that goes away in mid-stream stops the upstream', async () => {
  upstream.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'first' }))
  })
  const next = upstream.next()
  const gone = new AbortController()
  const response = await fetch(url(), {
    method: 'POST',
    body: JSON.stringify(body),
    signal: gone.signal,
  })
  await response.body?.getReader().read()
  gone.abort()
  await (
    await next
  ).aborted
})

test('a caller that goes away before the answer begins stops the upstream', async () => {
  upstream.answerWith(() => {})
  for (const stream of [true, false]) {
    const next = upstream.next()
    const gone = new AbortController()
    const asked = fetch(url(), {
      method: 'POST',
      body: JSON.stringify({ ...body, stream }),
      signal: gone.signal,
    })
    const received = await next
    gone.abort()
    await expect(asked).rejects.toThrow()
    await received.aborted
  }
})

test('an upstream is held back while its caller does not read', async () => {
  const most = 80
  const piece = chunk({ content: 'x'.repeat(256 * 1024) })
  let written = 0
  const stalled = Promise.withResolvers<number>()
  const finish = Promise.withResolvers<void>()
  upstream.answerWith(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant' }))
    let isStuck = false
    while (written < most && !isStuck) {
      written += 1
      if (response.write(piece)) continue
      const drained = once(response, 'drain')
      isStuck = await noProgress(drained)
      if (isStuck) stalled.resolve(written)
      await drained
    }
    stalled.resolve(written)
    finish.resolve()
    response.end(chunk({}, 'stop') + done)
  })
  const caller = request(url(), { method: 'POST', headers: { 'content-type': 'application/json' } })
  caller.end(JSON.stringify(body))
  const [response] = (await once(caller, 'response')) as [IncomingMessage]
  expect(await stalled.promise).toBeLessThan(most)
  let size = 0
  response.on('data', (bytes: Buffer) => (size += bytes.length))
  await finish.promise
  await once(response, 'end')
  expect(size).toBeGreaterThan(written * 256 * 1024)
})

/** Whether the event loop went round many times and nothing was drained. */
async function noProgress(drained: Promise<unknown>): Promise<boolean> {
  let isDrained = false
  void drained.then(() => (isDrained = true))
  const deadline = performance.now() + 500
  while (!isDrained && performance.now() < deadline) await new Promise(setImmediate)
  return !isDrained
}

test('a character that is cut in two between chunks is committed to as a whole', async () => {
  upstream.answerWith(
    answerSse([
      chunk({ content: '\ud83d' }),
      chunk({ content: '\ude00' }),
      chunk({}, 'stop'),
      done,
    ]),
  )
  const { text } = await ask(url(), body)
  expect(text).toContain('"svc"')
  expect(text.endsWith(done)).toBe(true)
})
