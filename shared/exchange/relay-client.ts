import { isApiErrorCode } from '../api-error.ts'
import type { AciDigest } from '../aci/parse-keyset.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import type { KeyOffer } from '../e2ee/parse-key-offer.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import type { BodyOffer } from './parse-offer.ts'

export interface RelayedResponse {
  readonly status: number
  /** `X-Receipt-Id` of the answer; null when it had none. */
  readonly receiptId: string | null
  /** `Ehbp-Response-Nonce` of the answer; null when it had none. */
  readonly responseNonce: string | null
  /** Headers that a tool acts on: the id, when to come back, how much of which budget is left. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array>
}

/** What is relayed: JSON text with encrypted members, or bytes that are encrypted as a whole. */
interface RelayedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** A gateway as the one sees it who encrypts: it passes things on, and nothing it says is believed. */
export interface RelayClient {
  /**
   * @param nonce 64 lowercase hex digits
   * @param keyset of the replica that is meant; null for any
   */
  keyOffer(model: string, nonce: string, keyset: AciDigest | null): Promise<KeyOffer | BodyOffer>
  /** The model that each trait stands for now, as the gateway says. */
  traits(): Promise<ReadonlyMap<string, string>>
  /** Null when it serves none. */
  session(model: string, id: string): Promise<Uint8Array | null>
  /** @throws {ExchangeRefused} when the gateway cannot be reached */
  relay(sealed: RelayedRequest): Promise<RelayedResponse>
}

/**
 * The gateway's refusal, or an upstream's that it passed on: code, message and member are passed on, nothing else.
 * A code that is none of ours counts only with the status of such a refusal.
 */
export function passedOn(
  status: number,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): ExchangeRefused {
  const known = readRefusal(body)
  const isError = status >= 400 && status < 600
  const foreign = known !== null && isForeignCode(known.code) ? known.code : null
  return new ExchangeRefused(
    {
      code: isApiErrorCode(known?.code) ? known.code : 'upstream_error',
      message: exchangeErrors.refused(status, known === null ? '' : `: ${known.message}`),
      ...(typeof known?.param === 'string' ? { param: known.param.slice(0, 200) } : {}),
      ...(known?.checks === undefined ? {} : { extra: { checks: known.checks } }),
    },
    {
      headers,
      ...(isError && foreign !== null
        ? { passedOn: { status, code: foreign } }
        : { statusCode: isError ? status : 502 }),
    },
  )
}

function isForeignCode(code: string): boolean {
  return !isApiErrorCode(code) && /^[\w.:-]{1,64}$/.test(code)
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly param: unknown
  readonly checks: unknown
}

export function readRefusal(body: Uint8Array): Refusal | null {
  try {
    const { error } = parseJsonObject(body).value
    if (!isJsonObject(error)) return null
    const { code, message, param, checks } = error
    if (typeof code !== 'string' || typeof message !== 'string') return null
    return { code, message: message.slice(0, 1_000), param, checks }
  } catch {
    return null
  }
}
