import * as Type from 'typebox'
import type { ReleaseEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { checkShape } from '#shared/check-shape.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { OpenObject } from '#shared/open-object.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { getFromService } from '../../enclave/collateral/get-from-service.ts'

/** Tinfoil's own copy of GitHub's interface. */
export const releaseService = 'https://github-proxy.tinfoil.sh'

/** What was signed about the newest release of a repository. It is judged by whoever uses it. */
export interface SignedReleases {
  /** @throws {Error} when it cannot be had */
  newestOf(repository: string): Promise<ReleaseEvidence>
}

interface ReleasesOptions {
  readonly service: string
  readonly nowSeconds: () => number
}

const ReleaseSchema = Type.Object({
  tag_name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' }),
})
const AttestationsSchema = Type.Object({
  attestations: Type.Array(Type.Object({ bundle: OpenObject }), { minItems: 1, maxItems: 16 }),
})

/** A release is asked for again after this time: while a new one is rolled out, enclaves of both are met. */
const longestUseSeconds = 60

interface Kept {
  readonly fetchedAt: number
  readonly release: Promise<ReleaseEvidence>
}

export function createSignedReleases({ service, nowSeconds }: ReleasesOptions): SignedReleases {
  const kept = new Map<string, Kept>()
  return {
    newestOf(repository) {
      const known = kept.get(repository)
      if (known && nowSeconds() - known.fetchedAt < longestUseSeconds) return known.release
      const release = fetchNewest(service, repository).catch((error: unknown) => {
        kept.delete(repository)
        throw error
      })
      kept.set(repository, { fetchedAt: nowSeconds(), release })
      return release
    },
  }
}

async function fetchNewest(service: string, repository: string): Promise<ReleaseEvidence> {
  const get = async (path: string) => (await getFromService(service, path, null)).bytes
  const home = `/repos/${repository}`
  const { tag_name: tag } = shaped(await get(`${home}/releases/latest`), ReleaseSchema)
  const hash = await get(`/${repository}/releases/download/${tag}/tinfoil.hash`)
  const digest = parseUtf8(hash).trim()
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('the release names no digest')
  const listed = await get(`${home}/attestations/sha256:${digest}`)
  const { attestations } = shaped(listed, AttestationsSchema)
  return { digest, bundles: attestations.map(({ bundle }) => JSON.stringify(bundle)) }
}

function shaped<Schema extends Type.TSchema>(bytes: Uint8Array, schema: Schema) {
  const { value } = parseJsonObject(bytes)
  return checkShape(value, schema, boughtReasons.release)
}
