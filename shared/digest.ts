import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from './bytes/bytes.ts'

declare const digestBrand: unique symbol

/** A SHA-256 digest as our receipts write it: 64 lowercase hex digits, no prefix. */
export type Digest = string & { readonly [digestBrand]: true }

/** SHA-256 over bytes, or over the UTF-8 form of a text. A platform with a faster one hands it in. */
export type Sha256 = (data: Uint8Array | string) => Digest

export const sha256Digest: Sha256 = (data) =>
  bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)) as Digest
