import type { Svc } from './parse-svc.ts'

/** The parts of `svc` that a judged answer proves: the receipts, and the values that were compared with them. The rest is the gateway's claim. */
export function establishedSvc(svc: Svc): Partial<Svc> {
  return {
    privacy_mode: svc.privacy_mode,
    privacy_label: svc.privacy_label,
    receipt_digest: svc.receipt_digest,
    receipt: svc.receipt,
    commitment_salts: svc.commitment_salts,
    ...(svc.enclave_receipt_id !== undefined && { enclave_receipt_id: svc.enclave_receipt_id }),
    ...(svc.enclave_receipt !== undefined && { enclave_receipt: svc.enclave_receipt }),
    ...(svc.evidence !== undefined && { evidence: svc.evidence }),
  }
}
