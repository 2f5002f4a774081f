import { sha256Digest } from '../digest.ts'
import { concatBytes, parseHex } from '../bytes/bytes.ts'
import type { AciDigest } from './parse-keyset.ts'

/**
 * The statement that a quote is made over, written by ourselves from our own nonce, never taken from
 * the enclave (PROTOCOL.md §2.3).
 * @param nonce 64 lowercase hex digits, or null for a report without freshness
 */
export function reportStatement(keyset: AciDigest, nonce: string | null): string {
  const written = nonce === null ? 'null' : `"${nonce}"`
  return `{"keyset_digest":"${keyset}","nonce":${written},"purpose":"aci.report_data.v1"}`
}

/** The 64 bytes of report data that the quote must carry. */
export function reportDataSlot(statement: string): Uint8Array {
  return concatBytes(parseHex(sha256Digest(statement)), new Uint8Array(32))
}
