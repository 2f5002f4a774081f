import type { EnclavePolicy, EstablishedEnclave } from '../aci/appraise-report.ts'
import { auditSession, joinAudits, type SessionAudit } from '../aci/hosts/audit-session.ts'
import type { EnclaveReceipt } from '../aci/parse-enclave-receipt.ts'
import { signerAmong, type Replicas } from '../aci/replicas.ts'
import { sessionIdsOf } from '../aci/verify-enclave-receipt.ts'

export interface ReceiptAudit {
  /** The boot that signed, which may be another one than was asked. */
  readonly signedBy: EstablishedEnclave
  readonly replicas: Replicas
  /** What is known of the hosts that the receipt names. */
  readonly hosts: SessionAudit
}

interface AuditDeps {
  /** Those that are verified now. */
  readonly replicas: () => Replicas
  /** Ways to verify one more, in their order: the receipt may be of a replica that is not known yet. */
  readonly attest: readonly (() => Promise<unknown>)[]
  /** A session document of the aggregator; null where none is served. */
  readonly session: (id: string) => Promise<Uint8Array | null>
  readonly policy: EnclavePolicy
  readonly nowSeconds: () => number
}

/** Finds who signed a receipt, and judges the hosts behind it; the receipt itself is judged with the answer. */
export async function auditReceipt(
  receipt: EnclaveReceipt,
  { replicas, attest, session, policy, nowSeconds }: AuditDeps,
): Promise<ReceiptAudit> {
  const isKnown = () => replicas().some(({ digest }) => digest === receipt.workload_keyset_digest)
  for (const attestOnce of attest) {
    if (isKnown()) break
    // oxlint-disable-next-line no-await-in-loop
    await attestOnce().catch(() => {})
  }
  const known = replicas()
  const signedBy = signerAmong(receipt, known)
  const sessionIds = sessionIdsOf(receipt)
  const documents = await Promise.all(sessionIds.map(session))
  const now = nowSeconds()
  const audits = sessionIds.map((sessionId, index) =>
    auditSession(documents[index] ?? null, { sessionId, receipt, policy, nowSeconds: now }),
  )
  return { signedBy, replicas: known, hosts: joinAudits(audits, signedBy.serving) }
}
