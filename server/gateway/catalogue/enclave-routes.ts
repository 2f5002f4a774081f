import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import type { EnclaveDoor } from '../common/upstream.ts'
import { attestationUnavailable } from './attestation-unavailable.ts'
import { resolveModel, type Catalogue, type Model, type Resolved, type Route } from './catalogue.ts'

export interface EnclaveRoute {
  readonly route: Route
  readonly enclave: EnclaveDoor
}

/** To enclaves that clients encrypt to; strongest first, as in the catalogue. */
export function enclaveRoutes({ routes }: Model): readonly EnclaveRoute[] {
  return routes.flatMap((route) => {
    const door = route.upstream.enclave?.door ?? null
    return door === null ? [] : [{ route, enclave: door }]
  })
}

/** @throws {GatewayError} model_not_found where no enclave serves it, attestation_unavailable */
export function verifiedRoute(model: Model): EnclaveRoute {
  const all = enclaveRoutes(model)
  const verified = all.find(({ enclave }) => enclave.established() !== null)
  if (verified) return verified
  if (all.length === 0) {
    throw new GatewayError('model_not_found', enclaveErrors.takesNoEncryption, {
      param: 'model',
      headers: doNotRetry,
    })
  }
  const [refused = []] = all.flatMap(({ route }) => {
    const state = route.upstream.availability()
    return !state.available && state.kind === 'unverified' ? [state.checks] : []
  })
  throw attestationUnavailable(refused)
}

/**
 * The routes to a model: by catalogue id, by trait, or by the enclave's own name of a model, which several models may have.
 * @throws {GatewayError} model_not_found
 */
export function encryptedModels(
  name: string,
  catalogue: Catalogue,
): readonly [Resolved, ...Resolved[]] {
  const [first, ...others] = candidateModels(name, catalogue)
  if (first) return [first, ...others]
  throw new GatewayError('model_not_found', requestErrors.noModel, { param: 'model' })
}

function candidateModels(name: string, catalogue: Catalogue): readonly Resolved[] {
  const known = resolveModel(catalogue, name)
  if (known) return [known]
  return [...catalogue.models.values()].flatMap((model) =>
    enclaveRoutes(model).some(({ route }) => route.upstreamModel === name)
      ? [{ model, viaTrait: null }]
      : [],
  )
}
