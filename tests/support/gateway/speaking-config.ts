import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { configFor } from './gateway-config.ts'

type OpenaiUpstream = Extract<GatewayConfig['upstreams'][number], { kind: 'openai' }>

/** As `configFor`, with upstreams that speak these dialects and count tokens, and vectors of two plans. */
export function speakingConfig(
  upstreamUrl: string,
  speaks: NonNullable<OpenaiUpstream['speaks']>,
): GatewayConfig {
  const { upstreams, models = [], ...config } = configFor(upstreamUrl)
  const task = 'embeddings'
  return {
    ...config,
    models: [...models, { id: 'free-vectors', task }, { id: 'paid-vectors', task, plan: 'paid' }],
    upstreams: upstreams.map((each) => {
      if (each.kind !== 'openai') return each
      const vectors = each.id === 'own' ? { 'free-vectors': 'v', 'paid-vectors': 'v' } : {}
      return { ...each, speaks, counts_tokens: true, models: { ...each.models, ...vectors } }
    }),
  }
}
