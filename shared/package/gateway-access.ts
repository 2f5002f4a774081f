import { bytesToHex, parseUtf8 } from '../bytes/bytes.ts'
import { piecesOf } from '../bytes/read-limited.ts'
import { sessionIdsOf } from '../aci/verify-enclave-receipt.ts'
import type { Evidence } from '../document/evidence.ts'
import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import {
  createGatewayRelay,
  ending,
  type Fetched,
  type GatewayRelay,
  type Post,
} from '../exchange/gateway-relay.ts'
import { isPlainHttp } from '../exchange/plain-http.ts'
import { gatewayRequest } from '../exchange/gateway-request.ts'
import { toolHeaders } from '../exchange/tool-headers.ts'
import { enclaveReceiptOf } from '../judge/judge-exchange.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { parseSignerHistory, type SignerHistory } from '../receipt/parse-signer-history.ts'
import type { Svc } from '../svc/parse-svc.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'

/** One gateway, the only host that is ever asked, and as whom. */
export interface GatewayAccess {
  /** Without a slash at its end, and without `/v1`. */
  readonly base: string
  readonly key: string | null
  readonly fetch: typeof fetch
}

/**
 * @param gateway an address such as `https://gateway.example`, also with `/v1`
 * @throws {TypeError} for what is none, and for `http:` that leaves the machine unless that is accepted
 */
export function baseOf(gateway: string | URL, plainHttp: 'refuse' | 'accept'): string {
  if (plainHttp === 'refuse' && isPlainHttp(new URL(gateway))) {
    throw new TypeError(packageErrors.plainHttp)
  }
  return new URL(gateway).href.replace(/\/+$/, '').replace(/\/v1$/, '')
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)
/** Time of the clock that nobody can set. */
export const elapsedSeconds = () => performance.now() / 1000
export const drawBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Longest answer that is read, in bytes: ciphertext in hexadecimal, and an event for each word. */
const answerBytes = 256 * 1024 * 1024
/** The same of a document, such as the list of models. */
const documentBytes = 4 * 1024 * 1024
/** Longest wait for a document, in milliseconds. No caller's leaving ends it: others may wait for it. */
const documentMs = 60_000

/** @param signal ends what is posted; null for what only asks for documents */
export function relayOver(access: GatewayAccess, signal: AbortSignal | null): GatewayRelay {
  return createGatewayRelay({
    answerBytes,
    ask: (path, post) => askGateway(access, { path, post, signal }),
  })
}

interface Asking {
  /** The path, from its first slash on. */
  readonly path: string
  /** Null for a GET. */
  readonly post: Post | null
  readonly signal: AbortSignal | null
}

/** @throws {ExchangeRefused} when the gateway cannot be reached, or redirects; the reason of a signal that ended it */
export async function askGateway(access: GatewayAccess, asking: Asking): Promise<Fetched> {
  const { post, signal } = asking
  const response = await send(access, asking).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable(packageErrors.unreachable)
  })
  // A browser shows no more of a redirect than a status of 0.
  if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
    response.body?.cancel().catch(() => {})
    throw unreachable(packageErrors.redirects)
  }
  return {
    status: response.status,
    receiptId: response.headers.get('x-receipt-id'),
    responseNonce: response.headers.get('ehbp-response-nonce'),
    headers: toolHeaders(response.headers),
    body: ending(untilItBreaks(response, signal), post === null ? documentBytes : answerBytes),
  }
}

async function send(
  { base, key, fetch }: GatewayAccess,
  { path, post, signal }: Asking,
): Promise<Response> {
  return fetch(`${base}${path}`, {
    ...gatewayRequest(post, key === null ? null : `Bearer ${key}`),
    // It would name another host. Some workers know no other word against it.
    redirect: 'manual',
    signal: post === null ? AbortSignal.timeout(documentMs) : signal,
  })
}

async function* untilItBreaks(response: Response, signal: AbortSignal | null) {
  try {
    yield* piecesOf(response.body)
  } catch (error) {
    throw signal?.aborted ? error : unreachable(packageErrors.brokeOff)
  }
}

/** What is thrown for it is said where refusals become errors of this package. */
function unreachable(message: string): ExchangeRefused {
  return new ExchangeRefused({ code: 'upstream_error', message, extra: { unreachable: true } })
}

/** Who may have signed, by the word of the gateway itself. */
export async function askForSigners(relay: GatewayRelay): Promise<SignerHistory> {
  return parseSignerHistory(parseJsonObject(await relay.document('/api/limits')).value)
}

/** Evidence of the enclave that signed this answer, with a number drawn here: it is no older than the question. */
export async function askForEvidence(
  svc: Pick<Svc, 'receipt' | 'enclave_receipt'>,
  relay: GatewayRelay,
): Promise<Evidence> {
  const model = encodeURIComponent(svc.receipt.body.model)
  const nonce = bytesToHex(drawBytes(32))
  const receipt = enclaveReceiptOf(svc)
  // The replica that signed must be found: the keys of another replica say nothing about this answer.
  const keyset =
    typeof receipt === 'string'
      ? ''
      : `&keyset=${encodeURIComponent(receipt.workload_keyset_digest)}`
  const offer = await relay.document(`/api/e2ee/key?model=${model}&nonce=${nonce}${keyset}`)
  const fetchedAt = new Date().toISOString()
  const [id] = typeof receipt === 'string' ? [] : sessionIdsOf(receipt)
  const session = id === undefined ? null : await relay.session(svc.receipt.body.model, id)
  return {
    type: 'countersign-evidence/1',
    nonce,
    fetchedAt,
    offer: parseUtf8(offer),
    ...(session === null ? {} : { session: parseUtf8(session) }),
  }
}
