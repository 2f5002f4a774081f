import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { pass } from '#shared/checks.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import { eventData } from '#shared/sse/read-event.ts'
import { makeExchange } from './make-exchange.ts'

export const goodJudgement: ExchangeJudgement = {
  verdict: { kind: 'verified', checks: [pass('e2ee.complete')] },
  outcome: 'complete',
  secondHop: 'none',
  sentInClear: [],
  cameInClear: [],
}
export const badJudgement: ExchangeJudgement = {
  verdict: { kind: 'partial', checks: [], missing: ['enclave-receipt.present'] },
  outcome: 'unverified',
  secondHop: 'none',
  sentInClear: [],
  cameInClear: [],
}

/** An exchange whose enclave sends these events; what it sends opens to itself. */
export function exchangeOf(events: readonly string[], judgement: ExchangeJudgement): OpenExchange {
  const { sealed } = makeExchange()
  return {
    model: 'm',
    enclaveModel: 'm',
    offer: { until: 0 },
    sealed: {
      ...sealed,
      openEvent(bytes) {
        const data = eventData(bytes)
        const isChunk = data !== null && data !== '[DONE]'
        return { bytes, chunk: isChunk ? (JSON.parse(data) as never) : null }
      },
    },
    headers: {},
    body: (async function* () {
      for (const event of events) yield utf8ToBytes(event)
    })(),
    judge: () => Promise.resolve(judgement),
  }
}
