import { createHash } from 'node:crypto'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import type { SimulatedHost } from './make-host-evidence.ts'

export interface SimulatedSession {
  readonly id: string
  /** JCS text. */
  readonly document: string
}

/** What a simulated aggregator recorded about the model's host (PROTOCOL.md §8.4). */
export function makeSession(
  nowSeconds: number,
  { evidence, spki }: SimulatedHost,
): SimulatedSession {
  const digest = createHash('sha256').update(evidence).digest('hex')
  const unknown = { status: 'unknown' }
  const document = aciCanonicalJson({
    api_version: 'aci/1',
    upstream_name: 'simulated-model-host',
    endpoint: 'https://model-host.invalid',
    verifier_id: 'countersign-simulator/1',
    established_at: nowSeconds - 60,
    expires_at: nowSeconds + 3600,
    channel_binding: [
      { type: 'tls_spki_sha256', origin: 'https://model-host.invalid', spki_sha256: spki },
    ],
    claims: {
      tee_attested: { status: 'asserted', source: 'hardware_proven', reason: 'simulated' },
      gpu_attested: unknown,
      tcb_up_to_date: unknown,
      os_known_good: unknown,
      serving_software_known_good: unknown,
      model_weights_provenance: unknown,
    },
    evidence: {
      digest: `sha256:${digest}`,
      data: `data:application/json;base64,${evidence.toString('base64')}`,
    },
  })
  return { id: createHash('sha256').update(document).digest('hex'), document }
}
