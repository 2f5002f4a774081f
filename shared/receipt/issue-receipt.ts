import { canonicalJson, type Json } from '../canonical-json.ts'
import type { Digest, Sha256 } from '../digest.ts'
import { personalMessageHash } from './eip191.ts'
import type { ReceiptBody } from './parse-receipt.ts'

export interface ReceiptSigner {
  readonly sha256: Sha256
  /** EIP-191 message hash (32 bytes) → r ‖ s ‖ v, `0x` and 130 lowercase hex digits, v 27 or 28. */
  readonly sign: (messageHash: Uint8Array) => string
  /** `0x` and 40 lowercase hex digits. */
  readonly address: string
}

export interface IssuedReceipt {
  readonly digest: Digest
  /** The receipt as JSON text; its body is the canonical text that was digested. */
  readonly receiptText: string
}

/** @throws {FormatError} JSON_NOT_CANONICALIZABLE */
export function issueReceipt(
  body: ReceiptBody,
  { sha256, sign, address }: ReceiptSigner,
): IssuedReceipt {
  const canonicalBody = canonicalJson(body as unknown as Json)
  const digest = sha256(canonicalBody)
  const signature = sign(personalMessageHash(digest))
  return {
    digest,
    receiptText: `{"body":${canonicalBody},"digest":"${digest}","signature":"${signature}","signer":"${address}"}`,
  }
}
