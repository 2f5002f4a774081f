import { Agent, ProxyAgent, request, type Dispatcher } from 'undici'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import {
  createGatewayRelay,
  type Fetched,
  type GatewayRelay,
  type Post,
} from '#shared/exchange/gateway-relay.ts'
import { gatewayRequest } from '#shared/exchange/gateway-request.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import { toolHeaders } from '#shared/exchange/tool-headers.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { boundedBody, EndlessBody } from '../../gateway/upstreams/http/bounded-body.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/** The gateway as the proxy sees it: it passes things on, and nothing it says is believed. */
export interface GatewayClient extends RelayClient {
  /** Ids of models that an enclave serves. */
  sealableModels(): Promise<readonly string[]>
  modelList(): Promise<Uint8Array>
  signers(): Promise<SignerHistory>
  /** The same, whose relayed request ends when the tool goes away. */
  whileConnected(signal: AbortSignal, delivery: Delivery): RelayClient
}

interface ClientOptions {
  /** Without `/v1`. */
  readonly gatewayUrl: string
  readonly key: string | null
  /** Through which it is asked; left out or null for straight there. */
  readonly through?: URL | null
}

type Delivery = 'buffered' | 'streamed'

/** Longest silence of an answer, in milliseconds. */
const silenceMs = 600_000
/** Longest time for a document, or for a refusal's body. */
const documentMs = 20_000
const answerBytes = 64 * 1024 * 1024

export function createGatewayClient({
  gatewayUrl,
  key,
  through = null,
}: ClientOptions): GatewayClient {
  const base = gatewayUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
  const timeouts = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
  const agent =
    through === null
      ? new Agent(timeouts)
      : new ProxyAgent({ uri: through.href, proxyTunnel: true, ...timeouts })
  const authorization = key === null ? null : `Bearer ${key}`

  function relayWhile(signal: AbortSignal | null, delivery: Delivery): GatewayRelay {
    const most = delivery === 'buffered' ? answerBytes : Number.POSITIVE_INFINITY
    return createGatewayRelay({ answerBytes: most, ask })

    async function ask(path: string, post: Post | null): Promise<Fetched> {
      try {
        const response = await request(`${base}${path}`, {
          dispatcher: agent,
          ...gatewayRequest(post, authorization),
          ...(post === null ? { headersTimeout: documentMs } : {}),
          ...(signal === null ? {} : { signal }),
        })
        const { statusCode: status } = response
        const isAnswer = post !== null && status === 200
        const ms = !isAnswer ? documentMs : delivery === 'buffered' ? silenceMs : null
        return {
          status,
          receiptId: single(response.headers, 'x-receipt-id'),
          responseNonce: single(response.headers, 'ehbp-response-nonce'),
          headers: toolHeaders(singles(response.headers)),
          body: ms === null ? response.body : inTime(response.body, ms),
        }
      } catch (error) {
        if (signal?.aborted) throw error
        throw unreachable(words.gatewayUnreachable)
      }
    }
  }

  const relay = relayWhile(null, 'streamed')
  return {
    ...relay,
    modelList: () => relay.document('/v1/models'),
    async sealableModels() {
      const { data } = JSON.parse(parseUtf8(await relay.document('/v1/models'))) as {
        data: readonly { id: string; svc: { sealable: boolean } }[]
      }
      return data.flatMap(({ id, svc }) => (svc.sealable ? [id] : []))
    },
    async signers() {
      return parseSignerHistory(parseJsonObject(await relay.document('/api/limits')).value)
    },
    whileConnected: (signal, delivery) => ({
      ...relay,
      relay: (sealed) => relayWhile(signal, delivery).relay(sealed),
    }),
  }
}

/** What does not end is the gateway's fault. @throws {ExchangeRefused} while it is read */
async function* inTime(body: AsyncIterable<Uint8Array>, ms: number) {
  try {
    yield* boundedBody(body, { bytes: Number.POSITIVE_INFINITY, ms })
  } catch (error) {
    if (!(error instanceof EndlessBody)) throw error
    throw unreachable(words.endless(error.message))
  }
}

function unreachable(message: string): ExchangeRefused {
  return new ExchangeRefused({ code: 'upstream_error', message })
}

function singles(
  headers: Dispatcher.ResponseData['headers'],
): readonly (readonly [string, string])[] {
  return Object.keys(headers).flatMap((name) => {
    const value = single(headers, name)
    return value === null ? [] : [[name, value] as const]
  })
}

function single(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}
