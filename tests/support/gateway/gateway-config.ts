import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'

/** Well-formed, and of no enclave. */
export const anyReferenceValues = {
  compose_hashes: ['00'.repeat(32)],
  app_ids: ['00'.repeat(20)],
  kms_roots: [`02${'00'.repeat(32)}`],
  os_image_hashes: ['00'.repeat(32)],
}

/** One upstream, in both modes an ordinary upstream may serve, under ids that say which. */
export function configFor(upstreamUrl: string, more: Partial<GatewayConfig> = {}): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'own',
        kind: 'openai',
        base_url: upstreamUrl,
        mode: 'private',
        api_key: 'upstream-secret',
        models: { 'test-private': 'upstream-model', 'test-paid': 'upstream-model' },
      },
      {
        id: 'third-party',
        kind: 'openai',
        base_url: upstreamUrl,
        mode: 'anonymized',
        api_key: 'upstream-secret',
        models: { 'test-anonymized': 'upstream-model' },
      },
      {
        id: 'enclave',
        kind: 'aci',
        base_url: 'http://127.0.0.1:9/v1',
        models: { 'test-sealed': 'upstream-model', 'test-private': 'upstream-model' },
        reference_values: anyReferenceValues,
      },
    ],
    models: [{ id: 'test-paid', plan: 'paid', content_policy: 'uncensored' }],
    traits: { default: 'test-private' },
    plans: [
      { id: 'free', requests_per_minute: 1_000_000 },
      { id: 'paid', requests_per_minute: 1_000_000 },
    ],
    ...more,
  }
}
