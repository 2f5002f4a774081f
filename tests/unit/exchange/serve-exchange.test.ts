import { expect, test } from 'vitest'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/parse-reference-values.ts'
import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import { pass } from '#shared/checks.ts'
import type { ExchangeJudgement } from '#shared/e2ee/judge-exchange.ts'
import { serveStream, type ServedEnd } from '#shared/exchange/serve-exchange.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import { eventData } from '#shared/sse/event-data.ts'
import { anyReferenceValues } from '../../support/gateway-config.ts'
import { makeExchange } from '../../support/make-exchange.ts'

const anyPolicy = hardwarePolicy(parseReferenceValues(anyReferenceValues))

const good: ExchangeJudgement = {
  verdict: { kind: 'verified', checks: [pass('e2ee.complete')] },
  outcome: 'complete',
  secondHop: 'none',
}
const bad: ExchangeJudgement = {
  verdict: { kind: 'partial', checks: [], missing: ['enclave-receipt.present'] },
  outcome: 'unverified',
  secondHop: 'none',
}

const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'c',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`

/** An exchange whose enclave sends these events; what it sends opens to itself. */
function exchangeOf(events: readonly string[], judgement: ExchangeJudgement): OpenExchange {
  const { offer, sealed } = makeExchange()
  return {
    model: 'm',
    enclaveModel: 'm',
    offer: { ...offer, policy: anyPolicy, until: 0 },
    sealed: {
      ...sealed,
      openEvent(bytes) {
        const data = eventData(bytes)
        const isChunk = data !== null && data !== '[DONE]'
        return { bytes, chunk: isChunk ? (JSON.parse(data) as never) : null }
      },
    },
    body: (async function* () {
      for (const event of events) yield utf8ToBytes(event)
    })(),
    judge: () => Promise.resolve(judgement),
  }
}

async function serve(events: readonly string[], judgement: ExchangeJudgement) {
  const order: string[] = []
  const ends: ServedEnd[] = []
  const served = serveStream(exchangeOf(events, judgement), async (_judgement, end) => {
    ends.push(end)
    order.push('told')
    await Promise.resolve()
    order.push('kept')
  })
  for await (const { bytes } of served) order.push(parseUtf8(bytes))
  return { order, message: ends[0]?.message }
}

const last = chunk(' world', 'stop')
const done = 'data: [DONE]\n\n'

test('the last events wait until whoever is told the verdict has done with it', async () => {
  const { order } = await serve([chunk('Hello'), last, done], good)
  expect(order).toEqual([chunk('Hello'), 'told', 'kept', last, done])
})

test('the message that is told has the words of the last events, too', async () => {
  const { message } = await serve([chunk('Hello'), last, done], good)
  expect(message).toMatchObject({ content: 'Hello world' })
})

test('without a verdict nothing of what was held is served, and an error stands in its place', async () => {
  const { order } = await serve([chunk('Hello'), last, done], bad)
  expect(order.slice(0, 3)).toEqual([chunk('Hello'), 'told', 'kept'])
  expect(order).toHaveLength(4)
  expect(order[3]).toContain('unverified_enclave')
  expect(order[3]).toContain('enclave-receipt.present')
})

test('a message that was not told what became of it is served to nobody', async () => {
  const served = serveStream(exchangeOf([last, done], good), () =>
    Promise.reject(new Error('full')),
  )
  await expect(served.next()).rejects.toThrow('full')
})
