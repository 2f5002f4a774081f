import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { openCacheSalts } from '../common/cache-salts.ts'
import { ConfigError } from '../common/config-error.ts'
import { upstreamKey } from '../common/upstream-key.ts'
import type { Upstream } from '../common/upstream.ts'
import type { UpstreamAdapter, UpstreamDeps } from '../common/upstream-adapter.ts'
import { aci } from './aci.ts'
import { aciSimulated } from './aci-simulated.ts'
import { chutes } from './chutes.ts'
import { chutesSimulated } from './chutes-simulated.ts'
import { near } from './near.ts'
import { nearSimulated } from './near-simulated.ts'
import { openai } from './openai-compatible.ts'
import { tinfoil } from './tinfoil.ts'
import { tinfoilSimulated } from './tinfoil-simulated.ts'
import { venice } from './venice.ts'
import { veniceSimulated } from './venice-simulated.ts'

/** Every kind of upstream. A new one is its file in `upstreams/`, and its name here. */
export const upstreamAdapters = [
  openai,
  aci,
  aciSimulated,
  near,
  nearSimulated,
  tinfoil,
  tinfoilSimulated,
  venice,
  veniceSimulated,
  chutes,
  chutesSimulated,
] as const

export type UpstreamConfig = Type.Static<(typeof upstreamAdapters)[number]['schema']>

/** One upstream of the configuration, of whichever kind. */
export const UpstreamSchema = Type.Unsafe<UpstreamConfig>(
  Type.Union(upstreamAdapters.map(({ schema }) => schema)),
)

/** Null for a kind that nobody registered. */
function findAdapter(kind: unknown): UpstreamAdapter | null {
  return upstreamAdapters.find((adapter) => adapter.kind === kind) ?? null
}

interface RegistryDeps extends Omit<UpstreamDeps, 'key'> {
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** @throws {ConfigError} */
export function createUpstream(config: UpstreamConfig, deps: RegistryDeps): Upstream {
  const { variables, ...rest } = deps
  const adapter = findAdapter(config.kind)
  if (adapter === null) throw new TypeError('no adapter is registered for this kind')
  const upstream = adapter.create(config, { ...rest, key: upstreamKey(config, variables) })
  if (config.cache_salt !== true) return upstream
  if (upstream.mode === 'anonymized') {
    throw new ConfigError(
      `upstream "${config.id}" cache_salt`,
      upstreamProblems.saltTells,
      upstreamProblems.leaveSaltOut,
    )
  }
  return { ...upstream, cacheSalt: openCacheSalts(deps.dataDir, config.id) }
}
