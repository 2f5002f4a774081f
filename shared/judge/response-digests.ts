import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'
import { sha256Digest, type Digest } from '../digest.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'
import type { ChainSubject } from './chain-subject.ts'
import { enclaveBytes } from './enclave-bytes.ts'

const noBytesInFile = checkReasons.wordsAlone
const notLast = checkReasons.svcNotLast
const byGateway = checkReasons.translated

const newLines = ['', '\n', '\n\n'].map((text) => utf8ToBytes(text))

/**
 * Digests of what the enclave sent, or why they cannot be told. A copy may have lost the empty lines at its end, or have one more.
 */
export function responseDigests({
  svc,
  bytes,
  form,
}: Pick<ChainSubject, 'svc' | 'bytes' | 'form'>): readonly Digest[] | string {
  if (svc.translated === true) return byGateway
  if (bytes === null) return noBytesInFile
  const whole = enclaveBytes(bytes, form)
  if (whole === null) return notLast
  let end = whole.length
  while (end > 0 && (whole[end - 1] === 0x0a || whole[end - 1] === 0x0d)) end -= 1
  const trimmed = newLines.map((line) => sha256Digest(concatBytes(whole.subarray(0, end), line)))
  return [sha256Digest(whole), ...trimmed]
}
