import type { AddressInfo } from 'node:net'
import { buildProxy } from '../../../server/commands/proxy/build-proxy.ts'
import { createGatewayRoute } from '../../../server/commands/proxy/gateway-route.ts'
import { createGatewayClient } from '../../../server/commands/proxy/gateway-client.ts'
import { createClearConsent, type AskInClear } from '#shared/exchange/clear-consent.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { ServedEnd } from '#shared/exchange/serve-exchange.ts'
import { createVerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'

export interface RunningProxy {
  readonly baseUrl: string
  /** Every verdict so far, oldest first. */
  readonly judgements: readonly ExchangeJudgement[]
  /** Models whose answers a tool did not wait for, and codes of refusals. */
  readonly left: readonly string[]
  readonly refused: readonly string[]
  close(): Promise<void>
}

interface ProxyMore {
  readonly allowedOrigins?: readonly string[]
  /** Left out, nobody is asked. */
  readonly askInClear?: AskInClear
  /** Told each exchange that was judged. */
  readonly ended?: (exchange: OpenExchange, end: ServedEnd) => void
}

/** The local proxy with development mode on, before a gateway that may lie. */
export async function startProxy(
  gatewayUrl: string,
  clear: readonly string[] = [],
  { allowedOrigins = [], askInClear, ended }: ProxyMore = {},
): Promise<RunningProxy> {
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const client = createGatewayClient({ gatewayUrl, key: null })
  const judgements: ExchangeJudgement[] = []
  const left: string[] = []
  const refused: string[] = []
  const app = buildProxy({
    route: createGatewayRoute({
      client,
      enclaves: createVerifiedEnclaves({
        client,
        reference: null,
        simulatedReference: null,
        simulation: 'accept',
        nowSeconds,
        elapsedSeconds: () => performance.now() / 1000,
        randomBytes,
      }),
      trust: {
        signers: await client.signers(),
        policy: { simulatedEnclave: 'accept-in-development' },
      },
      consent: createClearConsent(clear, askInClear),
      nowSeconds,
      randomBytes,
      judged(exchange, judgement, end) {
        judgements.push(judgement)
        ended?.(exchange, end)
        return null
      },
    }),
    allowedOrigins,
    report: {
      ended: () => {},
      left: (model) => void left.push(model),
      refused: (refusal) => void refused.push(refusal.code),
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    judgements,
    left,
    refused,
    close: () => app.close(),
  }
}
