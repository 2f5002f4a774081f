import { enclaveEndpoints, type EnclaveEndpoint } from '../aci/endpoints.ts'
import { parseUtf8 } from '../bytes/bytes.ts'
import { hasTraceOfLibrary } from '../commitment/saved-readings.ts'
import type { Subject } from '../document/subject.ts'
import type { Svc } from '../svc/parse-svc.ts'

/** What of a file can be held against an enclave's evidence. */
export interface ChainSubject {
  readonly svc: Pick<
    Svc,
    'receipt' | 'enclave_receipt' | 'enclave_receipt_id' | 'evidence' | 'translated'
  > & { readonly commitment_salts?: Partial<Svc['commitment_salts']> }
  /** The answer as it came, with `svc` in it; null where the file does not hold it. */
  readonly bytes: Uint8Array | null
  readonly form: 'answer' | 'transcript'
  /** What the enclave was asked; left out where nothing but its receipt says so. */
  readonly endpoint?: EnclaveEndpoint
  /** Set where a program may have written the file anew, so that other bytes need not be another answer. */
  readonly mayBeSaved?: boolean
}

/** Null for a file that holds no receipt of an enclave, and names no evidence of one. */
export function chainSubjectOf(subject: Subject): ChainSubject | null {
  switch (subject.kind) {
    case 'answer':
    case 'transcript': {
      const { svc, message, kind, dialect } = subject
      const bytes = subject.form === 'as it came' ? subject.bytes : null
      const mayBeSaved = hasTraceOfLibrary(message) || isSpaced(subject.bytes)
      const endpoint = dialect === 'embeddings' ? 'embeddings' : 'chat'
      return withReceipt({ svc, bytes, form: kind, endpoint, mayBeSaved })
    }
    case 'svc':
      return withReceipt({ svc: subject.svc, bytes: null, form: 'answer' })
    case 'disclosure': {
      const { disclosure } = subject
      const { prompt, response } = disclosure
      const salts = {
        ...(prompt && { prompt: prompt.salt }),
        ...(response && { response: response.salt }),
      }
      const svc = { ...disclosure, commitment_salts: salts }
      return withReceipt({ svc, bytes: null, form: 'answer' })
    }
    case 'receipt':
    case 'filed':
      return null
  }
}

function withReceipt(subject: ChainSubject): ChainSubject | null {
  const { enclave_receipt: receipt, evidence } = subject.svc
  return receipt === undefined && evidence === undefined ? null : subject
}

/**
 * Where the enclave must have been asked.
 * @param said by its receipt, which alone says so where the answer is not there
 */
export function pathOf(endpoint: EnclaveEndpoint | undefined, said: string): string {
  const isOfVectors = endpoint === undefined && said === enclaveEndpoints.embeddings
  return enclaveEndpoints[endpoint ?? (isOfVectors ? 'embeddings' : 'chat')]
}

/** Whether `svc` is written with spaces or line ends, as gateways have no reason to, and programs do by default. */
function isSpaced(bytes: Uint8Array): boolean {
  try {
    return /"svc"(?:\s+:|:\s+\{|:\{\s)/.test(parseUtf8(bytes))
  } catch {
    return false
  }
}

/** What an enclave signed, and where its evidence is kept, as a disclosure carries it. */
export function enclaveMembers({
  svc,
}: Pick<ChainSubject, 'svc'>): Pick<Svc, 'enclave_receipt' | 'enclave_receipt_id' | 'evidence'> {
  const { enclave_receipt, enclave_receipt_id, evidence } = svc
  return {
    ...(enclave_receipt === undefined ? {} : { enclave_receipt }),
    ...(enclave_receipt_id === undefined ? {} : { enclave_receipt_id }),
    ...(evidence === undefined ? {} : { evidence }),
  }
}
