import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { AciError } from './aci-error.ts'

/** What a request asks of an aggregator about the model's host. */
export interface ServingConstraint {
  /** Whether nothing but a verified host may serve it. */
  readonly required: boolean
  /** Sessions of which one must serve it; empty for any. */
  readonly sessionIds: readonly string[]
}

const known = ['aci_verified', 'aci_session_ids']

/**
 * The members of `provider` that are the protocol's own. A `provider` that asks for nothing asks for
 * nothing: any host may then serve.
 * @throws {AciError} 400
 */
export function servingConstraint({ provider }: JsonObject): ServingConstraint {
  if (provider === undefined || provider === null) return { required: false, sessionIds: [] }
  if (!isJsonObject(provider)) throw malformed(simulatorErrors.providerNoObject)
  const verified = provider['aci_verified']
  if (verified !== undefined && typeof verified !== 'boolean') {
    throw malformed(simulatorErrors.verifiedNoBoolean)
  }
  const other = Object.keys(provider).find(
    (name) => name.startsWith('aci_') && !known.includes(name),
  )
  if (other !== undefined) throw malformed(simulatorErrors.providerMember(other))
  const sessionIds = readSessionIds(provider['aci_session_ids'])
  if (verified === false && sessionIds.length > 0) {
    throw malformed(simulatorErrors.sessionsNeedVerified)
  }
  return { required: verified === true || sessionIds.length > 0, sessionIds }
}

function readSessionIds(value: Json | undefined): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length === 0) {
    throw malformed(simulatorErrors.sessionsNoList)
  }
  return value.map((id: Json) => {
    if (typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)) return id
    throw malformed(simulatorErrors.sessionNoId)
  })
}

/** The request as a host gets it: what was asked of the aggregator is not passed on. */
export function withoutConstraint(request: JsonObject): JsonObject {
  const { provider, ...rest } = request
  if (!isJsonObject(provider)) return request
  const kept = Object.entries(provider).filter(([name]) => !known.includes(name))
  return kept.length === 0 ? rest : { ...rest, provider: Object.fromEntries(kept) }
}

function malformed(message: string): AciError {
  return new AciError(400, 'invalid_request_error', message)
}
