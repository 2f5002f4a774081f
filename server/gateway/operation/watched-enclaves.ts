import type { Catalogue } from '../catalogue/catalogue.ts'
import type { WatchedEnclave } from './metrics.ts'

/** The enclaves of all models, each once. */
export function watchedEnclaves(
  { models }: Pick<Catalogue, 'models'>,
  nowSeconds: number,
): readonly WatchedEnclave[] {
  const routes = [...models.values()].flatMap((model) => model.routes)
  const upstreams = new Set(routes.map(({ upstream }) => upstream))
  return [...upstreams].flatMap(({ id, enclave }) => {
    if (enclave === null) return []
    const at = enclave.verifiedAt()
    return [{ upstream: id, sessionAge: at === null ? null : nowSeconds - at }]
  })
}
