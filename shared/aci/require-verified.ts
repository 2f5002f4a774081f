import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/**
 * What a request says about providers, with the demand that an aggregator serve from a verified host or
 * not at all. Whatever else stands there stays; without the demand any host may get the prompt.
 * @throws {FormatError} PROVIDER_UNUSABLE for the opposite demand, and for what nothing can be added to
 */
export function requireVerified(provider: Json | undefined): JsonObject {
  if (provider === undefined || provider === null) return { aci_verified: true }
  if (!isJsonObject(provider)) {
    throw new FormatError('PROVIDER_UNUSABLE', 'provider must be an object', '/provider')
  }
  const { aci_verified: verified } = provider
  if (verified !== undefined && verified !== true) {
    throw new FormatError(
      'PROVIDER_UNUSABLE',
      'provider.aci_verified can only be true: nothing is sent to a host that nobody verified',
      '/provider/aci_verified',
    )
  }
  return { ...provider, aci_verified: true }
}
