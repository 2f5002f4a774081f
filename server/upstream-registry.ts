import { upstreamKey } from './config/load-config.ts'
import type { UpstreamConfig } from './config/gateway-config-schema.ts'
import type { Upstream } from './upstream.ts'
import { createAci } from './upstreams/aci.ts'
import { createOpenaiCompatible } from './upstreams/openai-compatible.ts'

const defaultTimeoutMs = 600_000

export interface UpstreamDeps {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly monotonicMs: () => number
}

/** One upstream of the configuration, by its `kind`. A new kind is one file and one case here. */
export function createUpstream(config: UpstreamConfig, deps: UpstreamDeps): Upstream {
  switch (config.kind) {
    case 'openai':
      return createOpenaiCompatible({
        id: config.id,
        mode: config.mode,
        baseUrl: config.base_url,
        key: upstreamKey(config, deps.variables),
        timeoutMs: config.timeout_ms ?? defaultTimeoutMs,
        monotonicMs: deps.monotonicMs,
      })
    case 'aci':
      return createAci({ id: config.id })
  }
}
