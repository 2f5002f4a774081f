import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { ServerDialect } from '../../dialects/server-dialect.ts'

/**
 * What the enclave is asked. Who asks, and under which name somebody may keep a prefix, changes no answer, and is
 * left out of what is written anew.
 * @throws {GatewayError} unsupported_parameter
 */
export function translateRequest({ translation }: ServerDialect, value: JsonObject): JsonObject {
  if (translation === null) return value
  const {
    prompt_cache_key: _cacheKey,
    safety_identifier: _safetyIdentifier,
    user: _user,
    ...chat
  } = translation.toChat(value)
  return chat
}
