import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'
import { sha256Digest, type Digest, type Sha256 } from '../digest.ts'
import { canonicalJson, type Json } from '../canonical-json.ts'
import type { Salt } from './salt.ts'

/** A text that is not made before it is digested. */
export interface WrittenText {
  /** In bytes. */
  readonly length: number
  readonly write: (into: Uint8Array, at: number) => void
}

/**
 * sha256(salt ":" JCS(value)), with JCS(value) handed in as text or as its bytes (FORMAT.md §3.1). Hiding
 * because the salt is secret, binding because SHA-256 is.
 */
export function commit(canonical: string | Uint8Array, salt: Salt, sha256: Sha256): Digest {
  return sha256(
    typeof canonical === 'string'
      ? `${salt}:${canonical}`
      : concatBytes(utf8ToBytes(`${salt}:`), canonical),
  )
}

/** What is written for one digest, and gone before the next. */
let room = new Uint8Array(0)

/**
 * The same, with JCS(value) written where it is digested: a long text is not held twice.
 * @param write writes `length` bytes from `at` on
 */
export function commitWritten({ length, write }: WrittenText, salt: Salt, sha256: Sha256): Digest {
  const prefix = utf8ToBytes(`${salt}:`)
  const whole = prefix.length + length
  if (room.length < whole) room = new Uint8Array(2 * whole)
  room.set(prefix)
  write(room, prefix.length)
  const written = room.subarray(0, whole)
  const digest = sha256(written)
  written.fill(0)
  return digest
}

/** @throws {FormatError} JSON_NOT_CANONICALIZABLE */
export function opensCommitment(commitment: Digest, value: Json, salt: Salt): boolean {
  return commit(canonicalJson(value), salt, sha256Digest) === commitment
}
