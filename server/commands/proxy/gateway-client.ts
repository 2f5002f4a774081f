import { Agent, request, type Dispatcher } from 'undici'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { parseKeyOffer } from '#shared/e2ee/parse-key-offer.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import {
  passedOn,
  readAll,
  type RelayClient,
  type RelayedResponse,
} from '#shared/exchange/relay-client.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseTraits } from '#shared/svc/parse-traits.ts'
import { boundedBody, EndlessBody, type BodyBounds } from '../../upstream-http/bounded-body.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'

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
}

type Delivery = 'buffered' | 'streamed'

/** Longest silence of an answer, in milliseconds. */
const silenceMs = 600_000

const documentBounds = { bytes: 4 * 1024 * 1024, ms: 20_000 }
/** Of a refusal the code and the message count. */
const refusalBounds = { bytes: 64 * 1024, ms: 10_000 }
const answerBounds = { bytes: 64 * 1024 * 1024, ms: silenceMs }

export function createGatewayClient({ gatewayUrl, key }: ClientOptions): GatewayClient {
  const base = gatewayUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
  const agent = new Agent({ headersTimeout: silenceMs, bodyTimeout: silenceMs })
  const credential: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }

  async function get(path: string): Promise<Uint8Array> {
    const response = await request(`${base}${path}`, {
      dispatcher: agent,
      headers: credential,
      headersTimeout: documentBounds.ms,
    })
    const bytes = await readAll(ending(response.body, documentBounds))
    if (response.statusCode === 200) return bytes
    throw passedOn(response.statusCode, bytes)
  }

  const client: GatewayClient = {
    modelList: () => get('/v1/models'),
    async sealableModels() {
      const { data } = JSON.parse(parseUtf8(await get('/v1/models'))) as {
        data: readonly { id: string; svc: { sealable: boolean } }[]
      }
      return data.flatMap(({ id, svc }) => (svc.sealable ? [id] : []))
    },
    async signers() {
      return parseSignerHistory(parseJsonObject(await get('/api/limits'), parseUtf8).value)
    },
    async keyOffer(model, nonce, keyset) {
      const meant = keyset === null ? '' : `&keyset=${keyset}`
      const query = `model=${encodeURIComponent(model)}&nonce=${nonce}${meant}`
      return parseKeyOffer(await get(`/api/e2ee/key?${query}`))
    },
    async traits() {
      const [traits, models] = await Promise.all([get('/v1/models/traits'), get('/v1/models')])
      const read = (bytes: Uint8Array) => parseJsonObject(bytes, parseUtf8).value
      return parseTraits(read(traits), read(models))
    },
    async session(model, id) {
      const query = `model=${encodeURIComponent(model)}&id=${encodeURIComponent(id)}&collateral=1`
      return get(`/api/e2ee/session?${query}`).catch(() => null)
    },
    whileConnected: (signal, delivery) => ({
      ...client,
      relay: (sealed) => relay(sealed, { signal, delivery }),
    }),
    relay: (sealed) => relay(sealed, { signal: null, delivery: 'streamed' }),
  }
  return client

  async function relay(
    sealed: SealedRequest,
    { signal, delivery }: { readonly signal: AbortSignal | null; readonly delivery: Delivery },
  ): Promise<RelayedResponse> {
    try {
      const response = await request(`${base}/api/e2ee/relay`, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...sealed.headers, ...credential, 'content-type': 'application/json' },
        body: sealed.body,
        ...(signal === null ? {} : { signal }),
      })
      const { statusCode: status } = response
      const whole = delivery === 'buffered' ? ending(response.body, answerBounds) : response.body
      return {
        status,
        receiptId: single(response.headers, 'x-receipt-id'),
        body: status === 200 ? whole : ending(response.body, refusalBounds),
      }
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ExchangeRefused({
        code: 'upstream_error',
        message: 'The gateway cannot be reached.',
      })
    }
  }
}

/** What does not end is the gateway's fault. @throws {ExchangeRefused} while it is read */
async function* ending(body: AsyncIterable<Uint8Array>, bounds: BodyBounds) {
  try {
    yield* boundedBody(body, bounds)
  } catch (error) {
    if (!(error instanceof EndlessBody)) throw error
    const message = `The gateway's answer does not end: ${error.message}.`
    throw new ExchangeRefused({ code: 'upstream_error', message })
  }
}

function single(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}
