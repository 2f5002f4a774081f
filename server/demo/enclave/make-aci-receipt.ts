import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import { enclaveEndpoints, type EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import { aciDigest } from '#shared/aci/parse-keyset.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { Fault } from './faults.ts'
import type { WorkloadKeys } from './hardware/workload-keys.ts'

/** What an aggregator says of the model's host. */
export type UpstreamOutcome =
  | { readonly result: 'verified'; readonly required: boolean; readonly sessionId: string }
  | { readonly result: 'failed'; readonly required: boolean; readonly reason: string }

export interface ServedExchange {
  readonly endpoint: EnclaveEndpoint
  readonly receiptId: string
  /** Null where the answer has no id. */
  readonly chatId: string | null
  /** Not so for a refusal. */
  readonly isForwarded: boolean
  readonly model: string
  /** What the enclave hashes of the request: the exact bytes, or the restored ones. */
  readonly request: Uint8Array | string
  readonly response: Uint8Array
  readonly servedAtSeconds: number
  readonly keysetDigest: string
  /** Null when the enclave serves the model itself. */
  readonly upstream: UpstreamOutcome | null
}

/** The signed receipt of one exchange as JSON text (PROTOCOL.md §8). */
export function makeAciReceipt(
  exchange: ServedExchange,
  keys: WorkloadKeys,
  fault: Fault | null,
): string {
  const request = fault === 'request-hash' ? 'another request' : exchange.request
  const response = fault === 'response-hash' ? 'another response' : exchange.response
  const document: Record<string, Json> = {
    api_version: 'aci/1',
    receipt_id: exchange.receiptId,
    chat_id: exchange.chatId,
    model: fault === 'model-aliased' ? 'another-model' : exchange.model,
    workload_keyset_digest: exchange.keysetDigest,
    endpoint: enclaveEndpoints[exchange.endpoint],
    method: 'POST',
    served_at: exchange.servedAtSeconds,
    event_log: [
      { type: 'request.received', body_hash: aciDigest(request) },
      ...(exchange.isForwarded
        ? [{ type: 'request.forwarded', body_hash: aciDigest('as the model host got it') }]
        : []),
      ...upstreamEvent(exchange),
      { type: 'response.returned', body_hash: aciDigest(response) },
    ],
    key_id: keys.receiptKeyId,
  }
  const signed = aciCanonicalJson(document)
  const signature =
    fault === 'foreign-receipt-key' ? keys.signAsStranger(signed) : keys.signReceipt(signed)
  return aciCanonicalJson({ ...document, signature })
}

function upstreamEvent({ model, upstream }: ServedExchange): Json[] {
  if (upstream === null) return []
  const { result, required } = upstream
  const base = { type: 'upstream.verified', result, required, model_id: model }
  return upstream.result === 'verified'
    ? [{ ...base, session_id: upstream.sessionId }]
    : [{ ...base, reason: upstream.reason, upstream_name: 'model-host' }]
}
