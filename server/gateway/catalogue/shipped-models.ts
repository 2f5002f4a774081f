import type { ModelConfig } from '../config/gateway-config-schema.ts'

const june2026 = 1_780_272_000

function model(id: string, contextLength: number, more: Partial<ModelConfig> = {}): ModelConfig {
  return { id, owned_by: 'countersign', created: june2026, context_length: contextLength, ...more }
}

/**
 * The shipped catalogue. The names are the gateway's own, so that a receipt never says a third
 * party's model answered when an operator mapped the name to another one.
 */
export const shippedModels: readonly ModelConfig[] = [
  // Sealable: served by an enclave, the first two by a weaker route as well. No name says "sealed":
  // what an answer was delivered in stands in its receipt.
  model('svc-uncensored', 131_072, { plan: 'paid', content_policy: 'uncensored' }),
  model('svc-assist', 131_072),
  model('svc-assist-mini', 32_768),
  model('svc-assist-large', 262_144, { plan: 'paid' }),
  model('svc-assist-code', 131_072),
  model('svc-assist-reason', 131_072),
  model('svc-assist-vision', 65_536),
  model('svc-assist-long', 1_048_576, { plan: 'paid' }),
  model('svc-assist-translate', 32_768),
  // Run by the operator, who keeps nothing.
  model('svc-chat', 131_072),
  model('svc-chat-mini', 32_768),
  model('svc-chat-large', 131_072, { plan: 'paid' }),
  model('svc-code', 131_072),
  model('svc-code-mini', 65_536),
  model('svc-reason', 131_072),
  model('svc-vision', 65_536),
  model('svc-write', 65_536),
  model('svc-roleplay', 65_536),
  model('svc-embed', 8_192, { task: 'embeddings' }),
  // Served by third parties that do not learn who asked.
  model('svc-frontier', 200_000, { plan: 'paid' }),
  model('svc-frontier-mini', 128_000),
  model('svc-frontier-code', 200_000, { plan: 'paid' }),
  model('svc-frontier-reason', 200_000, { plan: 'paid' }),
  model('svc-frontier-vision', 128_000),
  model('svc-frontier-long', 1_000_000, { plan: 'paid' }),
  model('svc-frontier-fast', 128_000),
]

/** Stable names that outlive a model. */
export const shippedTraits: Readonly<Record<string, string>> = {
  default: 'svc-chat',
  fast: 'svc-chat-mini',
  code: 'svc-code',
  reasoning: 'svc-reason',
  vision: 'svc-vision',
  sealed: 'svc-assist-mini',
  uncensored: 'svc-uncensored',
}

/** Which shipped models an enclave serves, an operator's own upstream, and a third party. */
export const shippedRoutes = {
  tee: shippedModels.slice(0, 9).map(({ id }) => id),
  private: ['svc-uncensored', 'svc-assist', ...shippedModels.slice(9, 19).map(({ id }) => id)],
  anonymized: ['svc-assist', ...shippedModels.slice(19).map(({ id }) => id)],
} as const
