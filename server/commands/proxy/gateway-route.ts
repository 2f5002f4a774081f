import { parseUtf8 } from '#shared/bytes/bytes.ts'
import {
  openExchange,
  type ExchangeDeps,
  type OpenExchange,
} from '#shared/exchange/open-exchange.ts'
import type { ServedEnd } from '#shared/exchange/serve-exchange.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import { digestHeader, modeHeader } from '../../gateway/answer/answer-headers.ts'
import { describeProxied } from './describe-exchange.ts'
import { describeOtherSigner } from './describe-other-signer.ts'
import type { EndedAnswer } from './ended-answer.ts'
import type { GatewayClient } from './gateway-client.ts'
import { svcOf } from './hand-out-svc.ts'
import type { ProxyRoute } from './proxy-route.ts'
import { translateRequest } from '#shared/translation/translate-request.ts'

export interface GatewayRouteDeps extends Omit<ExchangeDeps, 'client'> {
  readonly client: GatewayClient
  /** Told each judgement. @returns what else its user should know, or null */
  readonly judged: JudgedListener
}

type JudgedListener = (
  exchange: OpenExchange,
  judgement: ExchangeJudgement,
  end: ServedEnd,
) => string | null

/** Through the relay of a gateway, which is believed in nothing. */
export function createGatewayRoute(deps: GatewayRouteDeps): ProxyRoute {
  const { signers } = deps.trust
  return {
    models: async () => sealableOnly(await deps.client.modelList()),
    async open({ dialect, request, signal }) {
      const client = deps.client.whileConnected(signal, request.delivery)
      const { value, translated } = translateRequest(dialect.translation, request.whole())
      const exchange = await openExchange(value, { ...deps, client, endpoint: dialect.task })
      return {
        exchange,
        headers: { ...exchange.headers, [modeHeader]: 'e2ee' },
        headersAtEnd: ({ svc }) => ({ [digestHeader]: svc?.receipt_digest ?? '' }),
        svcFor: (judgement, end) => svcOf(judgement, end, translated),
        adviceFor: (_judgement, { svc }) => describeOtherSigner(svc, signers),
        ended: (judgement, end) => endedOf(exchange, judgement, end),
      }
    },
  }

  function endedOf(
    exchange: OpenExchange,
    judgement: ExchangeJudgement,
    end: ServedEnd,
  ): EndedAnswer {
    const { svc } = end
    const notes = [describeOtherSigner(svc, signers), deps.judged(exchange, judgement, end)]
    return {
      model: exchange.model,
      enclaveModel: exchange.enclaveModel,
      id: exchange.headers['x-request-id'] ?? null,
      view: describeProxied({ judgement, svc }),
      outcome: judgement.outcome,
      checks: judgement.verdict.checks,
      notes: notes.filter((note) => note !== null),
    }
  }
}

/** What cannot be encrypted is not offered. */
function sealableOnly(bytes: Uint8Array): string {
  const list = JSON.parse(parseUtf8(bytes)) as {
    data: readonly { readonly svc: { readonly sealable: boolean } }[]
  }
  return JSON.stringify({ object: 'list', data: list.data.filter(({ svc }) => svc.sealable) })
}
