import { readOr } from '../read-or.ts'
import { removeSvcFromJson, removeSvcFromTranscript } from '../svc/remove-svc.ts'

/**
 * What the enclave sent of an answer. Null when `svc` stands where no gateway puts it, so that it cannot be
 * taken out again.
 */
export function enclaveBytes(answer: Uint8Array, form: 'answer' | 'transcript'): Uint8Array | null {
  const remove = form === 'answer' ? removeSvcFromJson : removeSvcFromTranscript
  return readOr(null, () => remove(answer).bytes)
}
