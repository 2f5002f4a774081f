import type { Upstream, UpstreamEnclave } from '../common/upstream.ts'
import type { Catalogue } from './catalogue.ts'

export interface EnclaveUpstream extends Upstream {
  readonly enclave: UpstreamEnclave
}

/** The enclaves of all models, each once. */
export function enclaveUpstreams({
  models,
}: Pick<Catalogue, 'models'>): readonly EnclaveUpstream[] {
  const routes = [...models.values()].flatMap((model) => model.routes)
  return [...new Set(routes.map(({ upstream }) => upstream))].filter(isEnclave)
}

function isEnclave(upstream: Upstream): upstream is EnclaveUpstream {
  return upstream.enclave !== null
}

/** Ids of the checks that refuse an upstream's enclave; null while nothing does. */
export function refusedBy(upstream: Upstream): readonly string[] | null {
  const state = upstream.availability()
  return !state.available && state.kind === 'unverified' ? state.checks.map(({ id }) => id) : null
}
