import type { Catalogue } from '../catalogue/catalogue.ts'
import { enclaveUpstreams } from '../catalogue/enclave-upstreams.ts'
import type { WatchedEnclave } from './metrics.ts'

/** The enclaves of all models, each once. */
export function watchedEnclaves(
  { models }: Pick<Catalogue, 'models'>,
  nowSeconds: number,
): readonly WatchedEnclave[] {
  return enclaveUpstreams({ models }).map(({ id, enclave }) => {
    const at = enclave.verifiedAt()
    return { upstream: id, sessionAge: at === null ? null : nowSeconds - at }
  })
}
