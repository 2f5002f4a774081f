import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import { parseEnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { verifyEnclaveReceipt, type ObservedExchange } from '#shared/aci/verify-enclave-receipt.ts'
import type { Json } from '#shared/canonical-json.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import type { Check } from '#shared/verdict.ts'
import { makeExchange, servedAt, testEnclave } from './make-exchange.ts'
import { testKeys } from '../enclave/make-evidence.ts'

type ChangeEvents = (events: readonly Json[]) => readonly Json[]

/** What a client saw of an exchange. */
export function observed(facts = makeExchange()): ObservedExchange {
  return {
    keysets: [testEnclave],
    receiptId: facts.receiptId ?? '',
    endpoint: '/v1/chat/completions',
    model: 'enclave-model',
    requestDigest: `sha256:${facts.sealed.restoredDigest}`,
    responseDigest: facts.end.responseDigest,
    beganBetween: [servedAt, servedAt],
    serving: 'direct',
  }
}

/** A receipt with another event log, signed by the enclave's own key. */
export function signedReceipt(change: ChangeEvents, facts = makeExchange()) {
  const receipt = enclaveReceiptOf(facts.end.svc)
  if (typeof receipt === 'string') throw new Error(receipt)
  const { signature: _signature, ...document } = receipt.document
  const altered = { ...document, event_log: change(receipt.event_log as readonly Json[]) }
  const signature = testKeys.signReceipt(aciCanonicalJson(altered))
  return parseEnclaveReceipt({ ...altered, signature })
}

/** The checks of such a receipt. */
export function signed(change: ChangeEvents): readonly Check[] {
  const facts = makeExchange()
  return verifyEnclaveReceipt(signedReceipt(change, facts), observed(facts))
}

/** An event and its like. */
export const twice = (type: string): readonly Json[] => [{ type }, { type }]

/** A host that the enclave verified; the session is of 32 such bytes. */
export function verified(byte: string): Record<string, Json> {
  return {
    type: 'upstream.verified',
    result: 'verified',
    required: true,
    session_id: byte.repeat(32),
  }
}
