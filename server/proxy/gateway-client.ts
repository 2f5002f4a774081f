import { Agent, request, type Dispatcher } from 'undici'
import { parseUtf8 } from '#shared/bytes.ts'
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
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** The gateway as the proxy sees it: it passes things on, and nothing it says is believed. */
export interface GatewayClient extends RelayClient {
  /** Ids of models that an enclave serves. */
  sealableModels(): Promise<readonly string[]>
  modelList(): Promise<Uint8Array>
  signers(): Promise<SignerHistory>
  /** The same, whose relayed request ends when the tool goes away. */
  whileConnected(signal: AbortSignal): RelayClient
}

interface ClientOptions {
  /** Without `/v1`. */
  readonly gatewayUrl: string
  readonly key: string | null
}

/** Longest silence of an answer, in milliseconds. */
const silenceMs = 600_000

export function createGatewayClient({ gatewayUrl, key }: ClientOptions): GatewayClient {
  const base = gatewayUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
  const agent = new Agent({ headersTimeout: silenceMs, bodyTimeout: silenceMs })
  const credential: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }

  async function get(path: string): Promise<Uint8Array> {
    const response = await request(`${base}${path}`, { dispatcher: agent, headers: credential })
    const bytes = await readAll(response.body as AsyncIterable<Uint8Array>)
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
    async session(model, id) {
      const query = `model=${encodeURIComponent(model)}&id=${encodeURIComponent(id)}`
      return get(`/api/e2ee/session?${query}`).catch(() => null)
    },
    whileConnected: (signal) => ({ ...client, relay: (sealed) => relay(sealed, signal) }),
    relay: (sealed) => relay(sealed, null),
  }
  return client

  async function relay(
    sealed: SealedRequest,
    signal: AbortSignal | null,
  ): Promise<RelayedResponse> {
    try {
      const response = await request(`${base}/api/e2ee/relay`, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...sealed.headers, ...credential, 'content-type': 'application/json' },
        body: sealed.body,
        ...(signal === null ? {} : { signal }),
      })
      return {
        status: response.statusCode,
        receiptId: single(response.headers, 'x-receipt-id'),
        body: response.body as AsyncIterable<Uint8Array>,
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

function single(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}
