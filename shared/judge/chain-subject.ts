import type { Subject } from '../document/subject.ts'
import type { Svc } from '../svc/parse-svc.ts'

/** What of a file can be held against an enclave's evidence. */
export interface ChainSubject {
  readonly svc: Pick<Svc, 'receipt' | 'enclave_receipt' | 'enclave_receipt_id' | 'translated'>
  /** The answer as it came, with `svc` in it; null where the file does not hold it. */
  readonly bytes: Uint8Array | null
  readonly form: 'answer' | 'transcript'
}

/** Null for a file that holds no receipt of an enclave. */
export function chainSubjectOf(subject: Subject): ChainSubject | null {
  switch (subject.kind) {
    case 'answer':
    case 'transcript': {
      const { svc, bytes, kind: form } = subject
      return withReceipt({ svc, bytes, form })
    }
    case 'svc':
      return withReceipt({ svc: subject.svc, bytes: null, form: 'answer' })
    case 'disclosure':
      return withReceipt({ svc: subject.disclosure, bytes: null, form: 'answer' })
    case 'receipt':
    case 'filed':
      return null
  }
}

function withReceipt(subject: ChainSubject): ChainSubject | null {
  return subject.svc.enclave_receipt === undefined ? null : subject
}

/** What an enclave signed, as a disclosure carries it. */
export function enclaveMembers({
  svc,
}: ChainSubject): Pick<Svc, 'enclave_receipt' | 'enclave_receipt_id'> {
  const { enclave_receipt, enclave_receipt_id } = svc
  return {
    ...(enclave_receipt === undefined ? {} : { enclave_receipt }),
    ...(enclave_receipt_id === undefined ? {} : { enclave_receipt_id }),
  }
}
