import type { MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import { parseTinfoil } from '#shared/attestation/kinds/tinfoil/parse-tinfoil.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import type { Verification } from '#shared/modes.ts'
import type { BoughtProvider } from '../bought-provider.ts'
import { gatherEvidence, type TinfoilMakers } from './gather-evidence.ts'

const verifications = {
  hardware: { tdx: 'tinfoil-tdx-dcap/1', 'sev-snp': 'tinfoil-snp-vcek/1' },
  simulation: { tdx: 'tinfoil-tdx-simulated/1', 'sev-snp': 'tinfoil-snp-simulated/1' },
} as const satisfies Record<string, Record<MeasuredEnclave['processor'], Verification>>

/** A model's enclave of Tinfoil, met directly (PROTOCOL.md §12.2). It signs no answers: the connection binds them. */
export function tinfoilProvider(
  root: 'hardware' | 'simulation',
  makers: TinfoilMakers,
): BoughtProvider {
  return {
    kind: tinfoilDirect,
    verifiedBy: ({ processor }) => verifications[root][processor],
    speaks: ['chat', 'embeddings'],
    signs: false,
    programs: 'measured',
    bodies: {
      scheme: 'ehbp-1',
      algo: 'x25519-hkdf-sha256-aes-256-gcm',
      headers: (clientKey) => ({ [ehbpNames.encapsulatedKey]: clientKey }),
    },
    attestationPath: (nonce) => `/.well-known/tinfoil-attestation?nonce=${nonce}`,
    gather: (document, nonce) => gatherEvidence(document, nonce, makers),
    gpus: (document, nonce) => ({ nonce, evidence: parseTinfoil(document, nonce).gpus }),
    path: ({ dialect }) => (dialect === 'embeddings' ? '/embeddings' : '/chat/completions'),
    prepare: (body) => body,
    prove: () => Promise.resolve({ receipt: null, checks: [], required: [] }),
  }
}
