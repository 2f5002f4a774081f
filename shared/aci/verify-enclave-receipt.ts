import { showUnixTime } from '../text/show-unix-time.ts'
import { parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import { checkSame, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { FormatError } from '../errors.ts'
import type { Check } from '../verdict.ts'
import * as enclaveReceiptReasons from '../words/english/enclave/enclave-receipt-reasons.ts'
import { aciCanonicalJson } from './aci-json.ts'
import type { AciDigest, Keyset } from './parse-keyset.ts'
import { signedPart, type EnclaveReceipt } from './parse-enclave-receipt.ts'
import { verifyEd25519 } from './verify-ed25519.ts'

/** A keyset that a quote was verified for. */
export interface EstablishedKeyset {
  readonly digest: AciDigest
  readonly keyset: Keyset
}

/** What the relying party knows of the exchange. Nothing in here may come from the receipt. */
export interface ObservedExchange {
  /** Keysets of replicas of one workload; the first is the one the request was made for. */
  readonly keysets: readonly [EstablishedKeyset, ...EstablishedKeyset[]]
  /** From the answer's `X-Receipt-Id`. */
  readonly receiptId: string
  readonly endpoint: string
  readonly model: string
  /** Of the request as the enclave must have read it; null for a relay, which cannot know it. */
  readonly requestDigest: AciDigest | null
  /** Of the answer's exact bytes. */
  readonly responseDigest: AciDigest
  /** Unix seconds between which the answer began, by our clock. */
  readonly beganBetween: readonly [from: number, to: number]
  readonly serving: Serving
}

/**
 * Who hosts the model: the enclave itself, which takes both its word and a pinned compose file that is known
 * to do so; a host behind it; or nobody knows, when its word is all there is.
 */
export type Serving = 'direct' | 'aggregator' | 'undetermined'

/** What a gateway in the middle must see pass; `enclave-receipt.request` is for those who know the request. */
export const requiredRelayReceiptChecks = [
  'enclave-receipt.keyset',
  'enclave-receipt.key',
  'enclave-receipt.signature',
  'enclave-receipt.id',
  'enclave-receipt.exchange',
  'enclave-receipt.time',
  'enclave-receipt.events',
  'enclave-receipt.response',
  'enclave-receipt.upstream',
] as const satisfies readonly CheckId[]

export const requiredEnclaveReceiptChecks = [
  ...requiredRelayReceiptChecks,
  'enclave-receipt.request',
] as const satisfies readonly CheckId[]

/** Whether an enclave committed to this very exchange (PROTOCOL.md §8). */
export function verifyEnclaveReceipt(
  receipt: EnclaveReceipt,
  observed: ObservedExchange,
): readonly Check[] {
  const { keysets } = observed
  const digest = receipt.workload_keyset_digest
  const established = keysets.find((each) => each.digest === digest)
  return [
    checkKeyset(receipt, established, observed),
    ...checkSignature(receipt, (established ?? keysets[0]).keyset),
    checkSame('enclave-receipt.id', receipt.receipt_id, observed.receiptId),
    checkExchange(receipt, observed),
    checkTime(receipt, observed),
    checkEvents(receipt),
    checkRequest(receipt, observed),
    checkSame(
      'enclave-receipt.response',
      bodyDigest(receipt, 'response.returned'),
      observed.responseDigest,
    ),
    checkUpstream(receipt, observed),
  ]
}

/** Keys that had ended sign nothing, by the enclave's clock or by ours. */
function checkKeyset(
  { workload_keyset_digest: digest, served_at: servedAt }: EnclaveReceipt,
  established: EstablishedKeyset | undefined,
  { beganBetween: [from] }: ObservedExchange,
): Check {
  const id = 'enclave-receipt.keyset'
  if (!established) return fail(id, enclaveReceiptReasons.otherKeyset(digest))
  const { not_after: end } = established.keyset
  const latest = Math.max(servedAt, from)
  return latest < end
    ? pass(id)
    : fail(id, enclaveReceiptReasons.expired(showUnixTime(end), showUnixTime(latest)))
}

function checkSignature(receipt: EnclaveReceipt, keyset: Keyset): readonly Check[] {
  const key = keyset.receipt_signing_keys.find(({ key_id }) => key_id === receipt.key_id)
  if (!key || key.algo !== 'ed25519') {
    const reason = key
      ? enclaveReceiptReasons.otherAlgorithm(key.algo)
      : enclaveReceiptReasons.noSuchKey
    return [
      fail('enclave-receipt.key', reason),
      skip('enclave-receipt.signature', enclaveReceiptReasons.noKey),
    ]
  }
  return [pass('enclave-receipt.key'), checkSigned(receipt, parseHex(key.public_key))]
}

function checkSigned(receipt: EnclaveReceipt, publicKey: Uint8Array): Check {
  const id = 'enclave-receipt.signature'
  try {
    const message = utf8ToBytes(aciCanonicalJson(signedPart(receipt)))
    return verifyEd25519(parseHex(receipt.signature, 64), message, publicKey)
      ? pass(id)
      : fail(id, enclaveReceiptReasons.notSigned)
  } catch (error) {
    if (error instanceof FormatError) return fail(id, enclaveReceiptReasons.noDigest(error.message))
    throw error
  }
}

function checkExchange(receipt: EnclaveReceipt, { endpoint, model }: ObservedExchange): Check {
  const found = `${receipt.method} ${receipt.endpoint} ${receipt.model ?? ''}`
  return checkSame('enclave-receipt.exchange', found, `POST ${endpoint} ${model}`)
}

/** Difference between two clocks that is no fault, in seconds. */
const clockSkew = 120

function checkTime({ served_at }: EnclaveReceipt, { beganBetween }: ObservedExchange): Check {
  const [from, to] = beganBetween
  return served_at >= from - clockSkew && served_at <= to + clockSkew
    ? pass('enclave-receipt.time')
    : fail(
        'enclave-receipt.time',
        enclaveReceiptReasons.otherTime(
          showUnixTime(served_at),
          showUnixTime(from),
          showUnixTime(to),
        ),
      )
}

const digestPattern = /^sha256:[0-9a-f]{64}$/
/** Events that may stand there once at most; others are not known, and do no harm. */
const onceAtMost = ['request.forwarded', 'response.received']
/** Events whose digest is known; what others call one is their own. */
const digesting = new Set<unknown>(['request.received', ...onceAtMost, 'response.returned'])

function checkEvents({ event_log: events }: EnclaveReceipt): Check {
  const id = 'enclave-receipt.events'
  const types = events.map((event) => event['type'])
  if (types.some((type) => typeof type !== 'string')) return fail(id, enclaveReceiptReasons.noType)
  const count = (type: string) => types.filter((each) => each === type).length
  if (types[0] !== 'request.received' || count('request.received') !== 1) {
    return fail(id, enclaveReceiptReasons.notReceivedFirst)
  }
  if (count('response.returned') !== 1) {
    return fail(id, enclaveReceiptReasons.occurs('response.returned', count('response.returned')))
  }
  const twice = onceAtMost.find((type) => count(type) > 1)
  if (twice !== undefined) return fail(id, enclaveReceiptReasons.occurs(twice, count(twice)))
  if (types.lastIndexOf('upstream.verified') > types.indexOf('response.returned')) {
    return fail(id, enclaveReceiptReasons.verifiedLate)
  }
  const unread = events.find(
    ({ type, body_hash: digest }) =>
      digesting.has(type) && digest !== undefined && !isDigest(digest),
  )
  return unread ? fail(id, enclaveReceiptReasons.unknownDigest) : pass(id)
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && digestPattern.test(value)
}

function checkRequest(receipt: EnclaveReceipt, { requestDigest }: ObservedExchange): Check {
  const id = 'enclave-receipt.request'
  return requestDigest === null
    ? skip(id, enclaveReceiptReasons.decryptedRequest)
    : checkSame(id, bodyDigest(receipt, 'request.received'), requestDigest)
}

function bodyDigest({ event_log: events }: EnclaveReceipt, type: string): string {
  const digest = events.find((event) => event['type'] === type)?.['body_hash']
  return typeof digest === 'string' ? digest : 'nothing'
}

/** Each host that served a part of the answer has its event, and every one of them must hold. */
function checkUpstream(receipt: EnclaveReceipt, { serving }: ObservedExchange): Check {
  const id = 'enclave-receipt.upstream'
  const events = upstreamEvents(receipt)
  if (events.length === 0) {
    return noUpstream(serving)
  }
  for (const event of events) {
    if (event['result'] !== 'verified') return fail(id, enclaveReceiptReasons.hostNotVerified)
    if (event['required'] !== true) return fail(id, enclaveReceiptReasons.notRequired)
    if (!isSessionId(event['session_id'])) return fail(id, enclaveReceiptReasons.noSession)
  }
  return pass(id)
}

function noUpstream(serving: Serving): Check {
  const id = 'enclave-receipt.upstream'
  switch (serving) {
    case 'direct':
      return pass(id, enclaveReceiptReasons.servesItself)
    case 'aggregator':
      return fail(id, enclaveReceiptReasons.saysNothing)
    case 'undetermined':
      return skip(id, enclaveReceiptReasons.onlyClaimed)
  }
}

function upstreamEvents({ event_log: events }: EnclaveReceipt) {
  return events.filter((event) => event['type'] === 'upstream.verified')
}

function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Ids of the sessions that must be audited too, each once; none when the enclave serves by itself. */
export function sessionIdsOf(receipt: EnclaveReceipt): readonly string[] {
  const ids = upstreamEvents(receipt).map((event) => event['session_id'])
  return [...new Set(ids.filter(isSessionId))]
}
