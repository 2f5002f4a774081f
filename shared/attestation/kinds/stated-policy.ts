import { sha256Digest } from '../../digest.ts'
import { parseX509Pem } from '../certificates/parse-x509.ts'
import { nvidiaPolicy } from '../nvidia/verify-gpus.ts'
import { intelRoot } from '../quote/verify-quote.ts'
import { statedSnpPolicy } from '../sev-snp/snp-policy.ts'
import { parseTrustedRoot } from '../sigstore/parse-trusted-root.ts'
import shipped from '../sigstore/shipped-trusted-root.json' with { type: 'json' }
import type { EvidencePolicy } from './evidence-kind.ts'

/** Roots of a simulation, certificates as PEM: they prove nothing. */
export interface SimulationRoots {
  readonly intel: string
  readonly nvidia: string
  readonly amd?: string
  /** The list of Sigstore's keys. */
  readonly sigstore?: object
}

/**
 * What is accepted where nobody says otherwise.
 * @param roots null for hardware
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
export function statedPolicy(
  repository: string | null,
  roots: SimulationRoots | null = null,
): EvidencePolicy {
  return {
    quote: {
      root: roots === null ? intelRoot : digestOf(roots.intel),
      acceptedTcbStatuses: new Set(['UpToDate', 'SWHardeningNeeded']),
    },
    snp: { ...statedSnpPolicy, roots: amdRootsOf(roots) },
    gpu: roots === null ? nvidiaPolicy : { root: digestOf(roots.nvidia) },
    sigstore: parseTrustedRoot(roots?.sigstore ?? shipped.document, shipped.asOf),
    repository,
    pins: [],
  }
}

/** A simulated chip is of Genoa's kind. */
function amdRootsOf(roots: SimulationRoots | null) {
  const { roots: real } = statedSnpPolicy
  return roots?.amd === undefined ? real : { ...real, Genoa: digestOf(roots.amd) }
}

function digestOf(pem: string) {
  const [certificate] = parseX509Pem(pem)
  return sha256Digest(certificate?.der ?? new Uint8Array(0))
}
