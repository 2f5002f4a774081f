import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import { enclaveEndpoints, type EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import { readEnclaveReceipt, type EnclaveReceipt } from '#shared/aci/parse-enclave-receipt.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import {
  requiredEnclaveReceiptChecks,
  requiredRelayReceiptChecks,
  sessionIdsOf,
  verifyEnclaveReceipt,
} from '#shared/aci/verify-enclave-receipt.ts'
import type { SessionAudit } from '#shared/aci/hosts/audit-session.ts'
import type { EnclavePolicy, EstablishedEnclave } from '#shared/aci/appraise-report.ts'
import { requiredSessionChecks } from '#shared/aci/hosts/verify-session.ts'
import { fail, pass } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import { FormatError } from '#shared/errors.ts'
import { auditReceipt } from '#shared/exchange/audit-receipt.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import type { Verification } from '#shared/modes.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import type { EnclaveProof } from '../../common/upstream.ts'
import { EnclaveUnverified, type AttestedSession } from './establish-session.ts'

/** What was seen of one exchange with the enclave. */
export interface SeenExchange {
  /** For which the request was made. */
  readonly session: AttestedSession
  readonly endpoint: EnclaveEndpoint
  readonly model: string
  /** Null on the relay: the request is known to client and enclave alone. */
  readonly requestDigest: AciDigest | null
  readonly responseDigest: AciDigest
  /** From the answer's head; null when it had none. */
  readonly receiptId: string | null
  /** Unix seconds. */
  readonly beganBetween: readonly [number, number]
}

interface ProveDeps {
  readonly providerId: string
  readonly fetchReceipt: (id: string) => Promise<Uint8Array | null>
  /** With the collateral of the host, as far as it can be had. */
  readonly fetchSession: (id: string) => Promise<Uint8Array | null>
  readonly policy: EnclavePolicy
  readonly nowSeconds: () => number
  readonly sessions: () => readonly AttestedSession[]
  /** Left out, as many as replicas may take. */
  readonly mostAttestations?: number
  /** Attests again: the receipt may be from a replica that is not known yet. */
  readonly attest: (replica: 'that answered' | 'any') => Promise<unknown>
}

/** A receipt of a keyset that is not known leads to so many more attestations, where replicas are expected. */
const attestations = ['that answered', 'any', 'any', 'any', 'any', 'any'] as const

/**
 * The enclave's receipt for an exchange, fetched and verified.
 * @throws {EnclaveUnverified} with every check that did not pass
 */
export async function proveAnswer(seen: SeenExchange, deps: ProveDeps): Promise<EnclaveProof> {
  const required = requiredChecks(seen)
  const { receiptId, session } = seen
  const bytes = receiptId === null ? null : await deps.fetchReceipt(receiptId)
  if (receiptId === null || bytes === null) {
    const missing = fail('enclave-receipt.present', enclaveReasons.noReceipt)
    throw new EnclaveUnverified(refusedChecks([...session.checks, missing], required))
  }
  const receipt = readReceipt(bytes, session, required)
  const { signedBy, replicas, hosts } = await auditReceipt(receipt, {
    replicas: () => [session.enclave, ...deps.sessions().map(({ enclave }) => enclave)],
    attest: attestations
      .slice(0, deps.mostAttestations)
      .map((replica) => () => deps.attest(replica)),
    session: deps.fetchSession,
    policy: deps.policy,
    nowSeconds: deps.nowSeconds,
  })
  const needed =
    sessionIdsOf(receipt).length === 0 ? required : [...required, ...requiredSessionChecks]
  const checks = [
    ...session.checks,
    pass('enclave-receipt.present'),
    ...verifyEnclaveReceipt(receipt, {
      keysets: replicas,
      receiptId,
      endpoint: enclaveEndpoints[seen.endpoint],
      model: seen.model,
      requestDigest: seen.requestDigest,
      responseDigest: seen.responseDigest,
      beganBetween: seen.beganBetween,
      serving: signedBy.serving,
    }),
    ...hosts.checks,
  ]
  const verdict = decideVerdict(checks, needed)
  if (verdict.kind !== 'verified') {
    throw new EnclaveUnverified(refusedChecks(checks, needed))
  }
  return {
    providerId: deps.providerId,
    measurement: signedBy.measurement,
    verifiedBy: verificationOf(signedBy, hosts),
    receipt: { id: receiptId, text: JSON.stringify(receipt.document) },
    evidence: null,
    verdict,
    secondHop: hosts.secondHop,
  }
}

function requiredChecks({ session, requestDigest }: SeenExchange): readonly CheckId[] {
  const ofReceipt =
    requestDigest === null ? requiredRelayReceiptChecks : requiredEnclaveReceiptChecks
  return [...session.required, 'enclave-receipt.present', ...ofReceipt]
}

function readReceipt(
  bytes: Uint8Array,
  { checks }: AttestedSession,
  required: readonly CheckId[],
): EnclaveReceipt {
  try {
    return readEnclaveReceipt(bytes)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const unread = fail('enclave-receipt.present', `${error.code}: ${error.message}`)
    throw new EnclaveUnverified(refusedChecks([...checks, unread], required))
  }
}

/** What the gateway signs for: behind a host that it did not judge itself it says no more than that. */
function verificationOf({ scheme }: EstablishedEnclave, { secondHop }: SessionAudit): Verification {
  return scheme === 'aci-tdx-dcap/1' && secondHop === 'the provider’s claim'
    ? 'aci-tdx-dcap-provider/1'
    : scheme
}

/** `model` of a request's JSON text. @throws {FormatError} */
export function modelOf(body: Uint8Array): string {
  const { model } = parseJsonObject(body, decodeUtf8).value as Readonly<Record<string, Json>>
  return typeof model === 'string' ? model : ''
}
