import { parseUtf8 } from '../bytes/bytes.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'
import type { ChainSubject } from './chain-subject.ts'
import { enclaveBytes } from './enclave-bytes.ts'
import { hasCiphertext } from './has-ciphertext.ts'

/** Why bytes that an enclave did not sign need not be another answer; null where they are one. */
export function otherBytes({ svc, bytes, form, mayBeSaved }: ChainSubject): string | null {
  if (mayBeSaved === true) return writtenAnew
  const own = bytes === null ? null : enclaveBytes(bytes, form)
  const isInClear = own !== null && !hasCiphertext(parseUtf8(own))
  return svc.receipt.body.mode === 'e2ee' && isInClear ? openedByClient : null
}

const writtenAnew = checkReasons.notTheBytes
const openedByClient = checkReasons.signedForEncrypted
