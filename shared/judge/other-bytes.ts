import { parseUtf8 } from '../bytes/bytes.ts'
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

const writtenAnew =
  'these are not the bytes as they came: a program wrote them anew, or they were altered'
const openedByClient = 'the enclave signed for what was encrypted, and this is what a client opened'
