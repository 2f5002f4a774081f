import { Agent, request, type Dispatcher } from 'undici'
import { isApiErrorCode } from '#shared/api-error.ts'
import { bytesToHex, parseUtf8 } from '#shared/bytes.ts'
import { parseKeyOffer, type KeyOffer } from '#shared/e2ee/parse-key-offer.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { ProxyError } from './proxy-error.ts'

export interface RelayedResponse {
  readonly status: number
  readonly receiptId: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/** The gateway as the proxy sees it: it passes things on, and nothing it says is believed. */
export interface GatewayClient {
  /** Ids of models that an enclave serves. */
  sealableModels(): Promise<readonly string[]>
  modelList(): Promise<Uint8Array>
  signers(): Promise<SignerHistory>
  /** @param nonce 64 lowercase hex digits */
  keyOffer(model: string, nonce: string): Promise<KeyOffer>
  session(model: string, id: string): Promise<Uint8Array | null>
  relay(sealed: SealedRequest, signal: AbortSignal): Promise<RelayedResponse>
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

  return {
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
    async keyOffer(model, nonce) {
      const query = `model=${encodeURIComponent(model)}&nonce=${nonce}`
      return parseKeyOffer(await get(`/api/e2ee/key?${query}`))
    },
    async session(model, id) {
      const query = `model=${encodeURIComponent(model)}&id=${encodeURIComponent(id)}`
      return get(`/api/e2ee/session?${query}`).catch(() => null)
    },
    async relay(sealed, signal) {
      const response = await request(`${base}/api/e2ee/relay`, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...sealed.headers, ...credential, 'content-type': 'application/json' },
        body: sealed.body,
        signal,
      })
      return {
        status: response.statusCode,
        receiptId: single(response.headers, 'x-receipt-id'),
        body: response.body as AsyncIterable<Uint8Array>,
      }
    },
  }
}

export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The gateway's own refusal: code and message are passed on, nothing else of it. */
export function passedOn(status: number, body: Uint8Array): ProxyError {
  const known = readRefusal(body)
  return new ProxyError(
    {
      code: isApiErrorCode(known?.code) ? known.code : 'upstream_error',
      message: `The gateway refused with status ${status}${known === null ? '' : `: ${known.message}`}`,
      ...(known?.checks === undefined ? {} : { extra: { checks: known.checks } }),
    },
    status >= 400 && status < 600 ? status : 502,
  )
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly checks: unknown
}

export function readRefusal(body: Uint8Array): Refusal | null {
  try {
    const { error } = JSON.parse(parseUtf8(body)) as { error: Partial<Refusal> }
    const { code, message, checks } = error
    if (typeof code !== 'string' || typeof message !== 'string') return null
    return { code, message: message.slice(0, 1_000), checks }
  } catch {
    return null
  }
}

function single(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** 32 random bytes as 64 hex digits. */
export function newNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
}
