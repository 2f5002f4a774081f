import { sha256Digest, type Digest, type Sha256 } from '../digest.ts'
import { canonicalJson, type Json } from '../canonical-json.ts'
import type { Salt } from './salt.ts'

/** sha256(salt ":" JCS(value)), with JCS(value) handed in (FORMAT.md §3.1). Hiding because the salt is secret, binding because SHA-256 is. */
export function commit(canonical: string, salt: Salt, sha256: Sha256): Digest {
  return sha256(beforeValue(salt) + canonical)
}

/** What the salt puts before the value. */
export function beforeValue(salt: Salt): string {
  return `${salt}:`
}

/** @throws {FormatError} JSON_NOT_CANONICALIZABLE */
export function opensCommitment(commitment: Digest, value: Json, salt: Salt): boolean {
  return commit(canonicalJson(value), salt, sha256Digest) === commitment
}
