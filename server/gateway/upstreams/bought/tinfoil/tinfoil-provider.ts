import type { MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import { parseTinfoil } from '#shared/attestation/kinds/tinfoil/parse-tinfoil.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import type { TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import type { Verification } from '#shared/modes.ts'
import type { BoughtProvider } from '../bought-provider.ts'
import { gatherEvidence, type TinfoilMakers } from './gather-evidence.ts'

type Root = 'hardware' | 'simulation'

const verifications = {
  model: {
    hardware: { tdx: 'tinfoil-tdx-dcap/1', 'sev-snp': 'tinfoil-snp-vcek/1' },
    simulation: { tdx: 'tinfoil-tdx-simulated/1', 'sev-snp': 'tinfoil-snp-simulated/1' },
  },
  router: {
    hardware: {
      tdx: 'tinfoil-router-tdx-dcap-provider/1',
      'sev-snp': 'tinfoil-router-snp-vcek-provider/1',
    },
    simulation: {
      tdx: 'tinfoil-router-tdx-simulated/1',
      'sev-snp': 'tinfoil-router-snp-simulated/1',
    },
  },
} as const satisfies Record<
  TinfoilPart,
  Record<Root, Record<MeasuredEnclave['processor'], Verification>>
>

/**
 * A model's enclave of Tinfoil, or the router before such enclaves (PROTOCOL.md §12.2). It signs no answers: the connection
 * binds them.
 */
export function tinfoilProvider(
  [part, root]: readonly [TinfoilPart, Root],
  makers: TinfoilMakers,
): BoughtProvider {
  return {
    kind: part === 'router' ? tinfoilRouter : tinfoilDirect,
    mode: 'tee',
    channel: 'tls',
    required: ['channel.peer'],
    verifiedBy: ({ processor }) => verifications[part][root][processor],
    speaks: ['chat', 'embeddings'],
    signs: false,
    programs: 'measured',
    ...(part === 'router' && { handsOn: true }),
    bodies: {
      scheme: 'ehbp-1',
      algo: 'x25519-hkdf-sha256-aes-256-gcm',
      headers: ({ clientKey }) => ({ [ehbpNames.encapsulatedKey]: clientKey }),
    },
    show: async (nonce, { get }) => ({
      document: await get(`/.well-known/tinfoil-attestation?nonce=${nonce}`),
      instances: null,
    }),
    gather: (document, nonce) => gatherEvidence(document, nonce, makers),
    gpus: (document, nonce) => ({ nonce, evidence: parseTinfoil(document, nonce).gpus }),
    path: ({ dialect }) => (dialect === 'embeddings' ? '/embeddings' : '/chat/completions'),
    prepare: ({ body }) => ({ body }),
    prove: () => Promise.resolve({ receipt: null, checks: [], required: [] }),
  }
}
