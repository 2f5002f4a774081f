import type { JsonObject } from '../json/parse-json-object.ts'
import type { Translation } from './translation.ts'

/** What became of a request in another dialect. */
export interface Translated {
  /** Members that did not reach the enclave, and might have made another answer. */
  readonly leftOut: readonly string[]
}

interface EnclaveRequest {
  readonly value: JsonObject
  /** Null where the enclave speaks the request's own dialect. */
  readonly translated: Translated | null
}

/**
 * What the enclave is asked. Who asks, and under which name somebody may keep a prefix, changes no answer, and is
 * left out of what is written anew.
 * @param translation null where the enclave speaks the request's own dialect
 * @throws {UnsupportedMember}
 */
export function translateRequest(
  translation: Translation | null,
  value: JsonObject,
): EnclaveRequest {
  if (translation === null) return { value, translated: null }
  const leftOut = new Set<string>()
  const {
    prompt_cache_key: _cacheKey,
    safety_identifier: _safetyIdentifier,
    user: _user,
    ...chat
  } = translation.toChat(value, (member) => leftOut.add(member))
  return { value: chat, translated: { leftOut: [...leftOut] } }
}
