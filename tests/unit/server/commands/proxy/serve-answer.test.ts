import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { ReportExchange } from '#shared/exchange/serve-exchange.ts'
import { serveAnswer } from '../../../../../server/commands/proxy/serve-answer.ts'
import { exchangeOf, goodJudgement } from '../../../../support/receipts/exchange-of.ts'
import { strictReaders } from '../../../../support/requests/stream-readers.ts'

const event = (content: string, finish: string | null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
const events = [event('Hello', null), event('', 'stop'), 'data: [DONE]\n\n']

function serve(exchange: OpenExchange, report: ReportExchange) {
  const app = fastify()
  app.get('/', async (_request, reply) => {
    await serveAnswer({ exchange, headers: {} }, reply, report)
    return reply
  })
  return app
}

test('when the verdict cannot be told, the tool hears of an error, and the answer ends', async () => {
  const failing = serve(exchangeOf(events, goodJudgement), () => Promise.reject(new Error('full')))
  const { body, rawPayload } = await failing.inject('/')
  expect(body).toMatch(/^data: .*Hello.*\n\ndata: \{"error".*"internal_error".*\}\n\n$/)
  for (const { name, read } of strictReaders) {
    expect((await read(rawPayload, 1)).failed, name).toBe(true)
  }
})

test('a tool that reads slowly holds the answer back', async () => {
  // More than the buffers of two sockets hold.
  const total = 80
  let taken = 0
  const stalled = Promise.withResolvers<number>()
  const piece = Buffer.from(event('x'.repeat(256 * 1024), null))
  const exchange: OpenExchange = {
    ...exchangeOf(events, goodJudgement),
    body: (async function* () {
      while (taken < total) {
        taken += 1
        const mine = taken
        // By the next turn of the event loop a writer that does not wait has taken all of them.
        setImmediate(() => mine === taken && stalled.resolve(taken))
        yield piece
      }
    })(),
  }
  const app = serve(exchange, () => {})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const gone = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: gone.signal })
  expect(response.status).toBe(200)
  expect(await stalled.promise).toBeLessThan(total)
  gone.abort()
  await app.close()
})
