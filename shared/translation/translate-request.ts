import type { JsonObject } from '../json/parse-json-object.ts'
import type { Translation } from './translation.ts'

/**
 * What the enclave is asked. Who asks, and under which name somebody may keep a prefix, changes no answer, and is
 * left out of what is written anew.
 * @param translation null where the enclave speaks the request's own dialect
 * @throws {UnsupportedMember}
 */
export function translateRequest(translation: Translation | null, value: JsonObject): JsonObject {
  if (translation === null) return value
  const {
    prompt_cache_key: _cacheKey,
    safety_identifier: _safetyIdentifier,
    user: _user,
    ...chat
  } = translation.toChat(value)
  return chat
}
