import { FormatError } from '../errors.ts'
import { removeSvcFromJson, removeSvcFromTranscript } from '../svc/remove-svc.ts'

/**
 * What the enclave sent of an answer. Null when `svc` stands where no gateway puts it, so that it cannot be
 * taken out again.
 */
export function enclaveBytes(answer: Uint8Array, form: 'answer' | 'transcript'): Uint8Array | null {
  const remove = form === 'answer' ? removeSvcFromJson : removeSvcFromTranscript
  try {
    return remove(answer).bytes
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return null
  }
}
