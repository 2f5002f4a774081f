import { parseEvidenceBase64 } from '../../bytes/parse-evidence-base64.ts'
import { bytesToHex, parseUtf8 } from '../../bytes/bytes.ts'
import { sha256Digest, type Digest } from '../../digest.ts'
import { FormatError } from '../../errors.ts'
import { decided, refused, type EvidenceCheck } from '../../evidence-check.ts'
import * as gpuReasons from '../../words/english/evidence/gpu-reasons.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import { parseX509Pem, type X509 } from '../certificates/parse-x509.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import { parseSpdm, type SpdmExchange } from './parse-spdm.ts'

/** As services hand it out; both members are Base64, the certificates of a PEM text, leaf first. */
export interface GpuEvidence {
  readonly certificate: string
  readonly evidence: string
}

export interface GpuPolicy {
  /** SHA-256 of the root certificate that everything must lead to. */
  readonly root: Digest
}

/** NVIDIA Device Identity CA. */
export const nvidiaPolicy: GpuPolicy = {
  root: '102bf659d5419614c9d8e6aecebc80454eb26b1df6a769ac720b9a690b167b48' as Digest,
}

export const requiredGpuChecks = [
  'nvidia.format',
  'nvidia.root',
  'nvidia.chain',
  'nvidia.generation',
  'nvidia.signature',
  'nvidia.nonce',
  'nvidia.distinct',
] as const

interface Gpu {
  readonly chain: readonly X509[]
  readonly leaf: X509
  readonly exchange: SpdmExchange
}

/** More than any machine has. */
const mostGpus = 32

/**
 * Checks of all GPUs together; a failure names the first GPU at fault. They prove that genuine GPUs signed the nonce, and
 * neither that their firmware is good or unrevoked, nor that confidential mode is on. Never throws.
 * @param nonce 64 hex digits: the reader's own, or the one that the report of the processor holds
 */
export function verifyGpus(
  evidence: readonly GpuEvidence[],
  { nonce, nowSeconds }: { readonly nonce: string; readonly nowSeconds: number },
  { root }: GpuPolicy,
): readonly EvidenceCheck[] {
  const gpus = readGpus(evidence)
  if (typeof gpus === 'string') return [refused('nvidia.format', gpus)]
  const each = (problem: (gpu: Gpu) => string | null) => firstProblem(gpus, problem)
  return [
    decided('nvidia.format', null, gpuReasons.gpus(gpus.length)),
    decided(
      'nvidia.root',
      each((gpu) => rootProblem(gpu, root)),
    ),
    decided(
      'nvidia.chain',
      each((gpu) => chainProblem(gpu, nowSeconds)),
    ),
    decided(
      'nvidia.generation',
      each(generationProblem),
      [...new Set(gpus.map(chipOf))].join(', '),
    ),
    decided('nvidia.signature', each(signatureProblem)),
    decided(
      'nvidia.nonce',
      each((gpu) => nonceProblem(gpu, nonce)),
    ),
    decided('nvidia.distinct', repeated(gpus)),
  ]
}

/** Serial numbers of the GPUs' certificates, by which NVIDIA's service names them; none when they cannot be read. */
export function gpuSerials(evidence: readonly GpuEvidence[]): readonly string[] {
  const gpus = readGpus(evidence)
  return typeof gpus === 'string'
    ? []
    : gpus.map(({ leaf }) => BigInt(`0x${leaf.serial}`).toString())
}

function readGpus(evidence: readonly GpuEvidence[]): readonly Gpu[] | string {
  if (evidence.length === 0) return gpuReasons.none
  if (evidence.length > mostGpus) return gpuReasons.tooMany(evidence.length)
  try {
    return evidence.map(readGpu)
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

function readGpu({ certificate, evidence }: GpuEvidence): Gpu {
  // Some services send zeros behind the text.
  const chain = parseX509Pem(
    parseUtf8(parseEvidenceBase64(certificate, gpuReasons.evidence)).replace(/\0+$/, ''),
  )
  const [leaf] = chain
  if (leaf === undefined) throw new FormatError('EVIDENCE_MALFORMED', gpuReasons.noCertificate)
  return {
    chain,
    leaf,
    exchange: parseSpdm(parseEvidenceBase64(evidence, gpuReasons.evidence)),
  }
}

function firstProblem(gpus: readonly Gpu[], problemOf: (gpu: Gpu) => string | null): string | null {
  for (const [index, gpu] of gpus.entries()) {
    const problem = problemOf(gpu)
    if (problem !== null) return gpuReasons.ofGpu(index, problem)
  }
  return null
}

function rootProblem({ chain }: Gpu, root: Digest): string | null {
  const last = chain.at(-1)
  const digest = last ? sha256Digest(last.der) : 'nothing'
  return digest === root ? null : gpuReasons.otherRoot(digest, root)
}

/** The root is not asked to sign itself: it is pinned, byte for byte. */
function chainProblem({ chain, leaf }: Gpu, nowSeconds: number): string | null {
  for (const [index, certificate] of chain.entries()) {
    if (nowSeconds < certificate.notBefore || nowSeconds > certificate.notAfter) {
      return gpuReasons.notValidNow(certificate.commonName)
    }
    const issuer = chain[index + 1]
    const problem = issuer ? issuingProblem(certificate, issuer) : null
    if (problem !== null) return problem
  }
  return leaf.isCa ? gpuReasons.isCa : null
}

/** Chips are named by the CA below the root: `NVIDIA GH100 Identity`. */
function chipOf({ chain }: Gpu): string {
  return (
    /^NVIDIA (\w+) Identity$/.exec(chain.at(-2)?.commonName ?? '')?.[1] ?? gpuReasons.unknownChip
  )
}

/** The maker's name for the generation of all these GPUs; null where it is not one, or not known. */
export function gpuGeneration(evidence: readonly GpuEvidence[]): 'HOPPER' | 'BLACKWELL' | null {
  const gpus = readGpus(evidence)
  const chips = typeof gpus === 'string' ? [] : gpus.map(chipOf)
  if (chips.length === 0 || !chips.every((chip) => acceptedChip.test(chip))) return null
  const hoppers = chips.filter((chip) => chip === 'GH100').length
  return hoppers === chips.length ? 'HOPPER' : hoppers === 0 ? 'BLACKWELL' : null
}

const acceptedChip = /^(?:GH100|GB1\d\d|GB2\d\d)$/

function generationProblem(gpu: Gpu): string | null {
  const chip = chipOf(gpu)
  if (!acceptedChip.test(chip)) return gpuReasons.otherGeneration(chip)
  const named = gpu.leaf.commonName
  return named.startsWith(`${chip} `) ? null : gpuReasons.namesOther(chip, named)
}

function signatureProblem({ leaf, exchange }: Gpu): string | null {
  if (leaf.key.kind !== 'p384') return gpuReasons.notP384
  const { signature, signedBytes } = exchange
  return verifySigned('ecdsa-sha384', { key: leaf.key, signature, form: 'compact' }, signedBytes)
    ? null
    : gpuReasons.notSigned
}

function nonceProblem({ exchange }: Gpu, nonce: string): string | null {
  const found = bytesToHex(exchange.requesterNonce)
  return found === nonce ? null : gpuReasons.otherNonce(found, nonce)
}

function repeated(gpus: readonly Gpu[]): string | null {
  const keys = gpus.map(({ leaf }) => bytesToHex(leaf.spki))
  const again = keys.findIndex((key, index) => keys.indexOf(key) !== index)
  return again < 0 ? null : gpuReasons.again(again, keys.indexOf(keys[again] ?? ''))
}
