import { joinBytes, utf8ToBytes } from '../bytes/bytes.ts'
import { sha256Digest, type Digest, type Sha256 } from '../digest.ts'
import { canonicalJson, type Json } from '../canonical-json.ts'
import type { Salt } from './salt.ts'

/**
 * sha256(salt ":" JCS(value)), with JCS(value) handed in as text or as pieces of its bytes (FORMAT.md §3.1). Hiding
 * because the salt is secret, binding because SHA-256 is.
 */
export function commit(
  canonical: string | readonly Uint8Array[],
  salt: Salt,
  sha256: Sha256,
): Digest {
  return sha256(
    typeof canonical === 'string'
      ? `${salt}:${canonical}`
      : joinBytes([utf8ToBytes(`${salt}:`), ...canonical]),
  )
}

/** @throws {FormatError} JSON_NOT_CANONICALIZABLE */
export function opensCommitment(commitment: Digest, value: Json, salt: Salt): boolean {
  return commit(canonicalJson(value), salt, sha256Digest) === commitment
}
