import { parseReceipt } from '../../receipt/parse-receipt.ts'
import { receiptNaming, type FoundVerdict } from '../found-verdict.ts'
import { reading } from '../countersign-error.ts'
import { objectOf } from './given-answer.ts'
import { trustOf, type Reader } from './reader.ts'
import { judgeInWords } from './subject-verdict.ts'

/**
 * Verifies a receipt by itself: that it was not altered, and that a signer whom the reader believes signed it. The receipt is
 * judged by what it holds, and it holds no words: only `verifyAnswer` and `openDisclosure` say which answer it is about.
 * @param receipt its JSON text, or the object
 * @throws {CountersignError} for what is no receipt
 */
export function verifyGivenReceipt(
  receipt: string | Uint8Array | object,
  reader: Reader,
): FoundVerdict {
  return reading(() => {
    const subject = { kind: 'receipt', receipt: parseReceipt(objectOf(receipt)) } as const
    const { opened: _opened, ...verdict } = judgeInWords(subject, {}, trustOf(reader), {
      naming: receiptNaming,
    })
    return verdict
  })
}
