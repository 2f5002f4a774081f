import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as enclaveDocuments from '../words/english/enclave/enclave-documents.ts'

/**
 * What a request says about providers, with the demand that an aggregator serve from a verified host or
 * not at all. Whatever else stands there stays; without the demand any host may get the prompt.
 * @throws {FormatError} PROVIDER_UNUSABLE for the opposite demand, for what nothing can be added to, and for a second spelling
 */
export function requireVerified(request: JsonObject): JsonObject {
  const { provider } = request
  refuseSpellings(request, 'provider', '')
  if (provider === undefined || provider === null) return { aci_verified: true }
  if (!isJsonObject(provider)) {
    throw new FormatError('PROVIDER_UNUSABLE', enclaveDocuments.providerNoObject, '/provider')
  }
  refuseSpellings(provider, 'aci_verified', '/provider')
  const { aci_verified: verified } = provider
  if (verified !== undefined && verified !== true) {
    throw new FormatError(
      'PROVIDER_UNUSABLE',
      enclaveDocuments.mustVerify,
      '/provider/aci_verified',
    )
  }
  return { ...provider, aci_verified: true }
}

/** Some programs take a member whose name differs in case, or in its lines, for the member itself. */
function refuseSpellings(object: JsonObject, name: string, path: string): void {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, '')
  const other = Object.keys(object).find((key) => key !== name && fold(key) === fold(name))
  if (other === undefined) return
  throw new FormatError(
    'PROVIDER_UNUSABLE',
    enclaveDocuments.otherSpelling(other, name),
    `${path}/${other}`,
  )
}
