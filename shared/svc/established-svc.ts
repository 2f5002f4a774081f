import type { Svc } from './parse-svc.ts'

/** Of an answer that was judged: its receipts, and what was held against them. The rest of `svc` is the gateway's word. */
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
