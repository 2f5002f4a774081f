import { bytesToHex } from '../../bytes/bytes.ts'
import { sha256Digest } from '../../digest.ts'
import {
  decided,
  decidedSame,
  notProven,
  refused,
  type EvidenceCheck,
} from '../../evidence-check.ts'
import { FormatError } from '../../errors.ts'
import * as snpReasons from '../../words/english/evidence/snp-reasons.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import { crlSignatureProblem, isCurrentCrl, parseX509Crl } from '../certificates/parse-x509-crl.ts'
import { parseX509, parseX509Pem, type X509 } from '../certificates/parse-x509.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import type { SnpReport, SnpTcb } from './parse-snp-report.ts'
import { generationOf, readSnpTcb, snpGenerations, type SnpGeneration } from './snp-generation.ts'
import type { SnpMinimum, SnpPolicy } from './snp-policy.ts'
import { readVcekFacts, type VcekFacts } from './vcek-facts.ts'

/** Certificates as AMD's service hands them out. */
export interface SnpEndorsement {
  /** DER. */
  readonly vcek: Uint8Array
  /** PEM: ASK, ARK. */
  readonly chain: string
  /** DER, or null when nobody showed one. */
  readonly crl: Uint8Array | null
}

export interface SnpInputs {
  readonly report: SnpReport
  readonly endorsement: SnpEndorsement
  /** 64 bytes, recomputed by the caller's rule, never read from the report. */
  readonly expectedReportData: Uint8Array
  readonly nowSeconds: number
}

export const requiredSnpChecks = [
  'snp.root',
  'snp.generation',
  'snp.chain',
  'snp.certificate-dates',
  'snp.key',
  'snp.chip',
  'snp.certificate-tcb',
  'snp.signature',
  'snp.debug',
  'snp.policy',
  'snp.privilege-level',
  'snp.tcb',
  'snp.report-data',
] as const

/**
 * Every check of a report, each with a name of its own.
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
export function verifySnpReport(inputs: SnpInputs, policy: SnpPolicy): readonly EvidenceCheck[] {
  const { report, endorsement, nowSeconds } = inputs
  const vcek = parseX509(endorsement.vcek)
  const [ask, ark] = readChain(endorsement.chain)
  const root = sha256Digest(ark.der)
  const generation = snpGenerations.find((each) => policy.roots[each] === root)
  if (generation === undefined) {
    return [refused('snp.root', snpReasons.otherRoot(root))]
  }
  const facts = readVcekFacts(vcek, generation)
  const tcb = readSnpTcb(report.tcb.reported, generation)
  return [
    decided('snp.root', null, snpReasons.amd(generation)),
    decided('snp.generation', generationProblem(report, facts, generation), generation),
    decided('snp.chain', chainProblem(vcek, ask, ark)),
    decided('snp.certificate-dates', datesProblem([vcek, ask, ark], nowSeconds)),
    checkRevocation([vcek, ask], { ark, crl: endorsement.crl, nowSeconds }, policy),
    decided('snp.key', keyProblem(report)),
    decidedSame('snp.chip', chipOf(report, generation), facts.chipId),
    decidedSame('snp.certificate-tcb', tcbText(facts.tcb), tcbText(tcb)),
    decided('snp.signature', signatureProblem(report, vcek)),
    decided('snp.debug', debugProblem(report)),
    decided('snp.policy', policyProblem(report)),
    decided('snp.privilege-level', levelProblem(report)),
    decided('snp.tcb', tcbProblem(report, generation, policy), tcbText(tcb)),
    decidedSame(
      'snp.report-data',
      bytesToHex(report.reportData),
      bytesToHex(inputs.expectedReportData),
    ),
  ]
}

function readChain(pem: string): readonly [ask: X509, ark: X509] {
  const [ask, ark, ...more] = parseX509Pem(pem)
  if (ask && ark && more.length === 0) return [ask, ark]
  throw new FormatError('CERTIFICATE_MALFORMED', snpReasons.chain)
}

/** The root, the chip's certificate and the report itself must name one generation, and Milan is none that is accepted. */
function generationProblem(
  { processor, version }: SnpReport,
  { product }: VcekFacts,
  generation: SnpGeneration,
): string | null {
  if (product.split('-')[0] !== generation) return snpReasons.otherProduct(product)
  const found = processor && generationOf(processor.family, processor.model)
  if (version >= 3 && found !== generation) {
    return snpReasons.otherGeneration(found ?? snpReasons.unknownProcessor, generation)
  }
  return generation === 'Milan' ? snpReasons.milan : null
}

/** The root is not asked to sign itself: it is pinned, byte for byte. */
function chainProblem(vcek: X509, ask: X509, ark: X509): string | null {
  return (
    issuingProblem(vcek, ask) ?? issuingProblem(ask, ark) ?? (vcek.isCa ? snpReasons.isCa : null)
  )
}

function datesProblem(certificates: readonly X509[], nowSeconds: number): string | null {
  const outside = certificates.find(
    ({ notBefore, notAfter }) => nowSeconds < notBefore || nowSeconds > notAfter,
  )
  return outside ? snpReasons.notValidNow(outside.commonName) : null
}

interface Revocation {
  readonly ark: X509
  readonly crl: Uint8Array | null
  readonly nowSeconds: number
}

function checkRevocation(
  certificates: readonly X509[],
  { ark, crl, nowSeconds }: Revocation,
  { revocation }: SnpPolicy,
): EvidenceCheck {
  const id = 'snp.revocation'
  if (crl === null) {
    const reason = snpReasons.noCrl
    return revocation === 'required' ? refused(id, reason) : notProven(id, reason)
  }
  const list = parseX509Crl(crl)
  const problem =
    crlSignatureProblem(list, ark) ??
    (isCurrentCrl(list, nowSeconds) ? null : snpReasons.crlNotValid)
  const revoked = certificates.find(
    ({ issuer, serial }) => issuer === ark.subject && list.revoked.has(serial),
  )
  return decided(id, problem ?? (revoked ? snpReasons.withdrawn(revoked.commonName) : null))
}

const signingKeys = ['VCEK', 'VLEK'] as const

function keyProblem({ keyBits }: SnpReport): string | null {
  if (keyBits >>> 5 !== 0) return snpReasons.keyReserved
  const key = (keyBits >> 2) & 0x07
  if (key !== 0) return snpReasons.otherSigner(signingKeys[key] ?? snpReasons.noKnownKey)
  return (keyBits & 0x02) === 0 ? null : snpReasons.masked
}

/** Turin's chips have ids of eight bytes, and zeros behind them. */
function chipOf({ chipId }: SnpReport, generation: SnpGeneration): string {
  const hex = bytesToHex(chipId)
  return generation === 'Turin' && /^0*$/.test(hex.slice(16)) ? hex.slice(0, 16) : hex
}

function signatureProblem({ signature, signedBytes }: SnpReport, { key }: X509): string | null {
  if (key.kind !== 'p384') return snpReasons.notP384
  return verifySigned('ecdsa-sha384', { key, signature, form: 'compact' }, signedBytes)
    ? null
    : snpReasons.notSigned
}

const bit = (at: number) => 1n << BigInt(at)
const highestPolicyBit = 25

function debugProblem({ policy }: SnpReport): string | null {
  return (policy & bit(19)) === 0n ? null : snpReasons.debug
}

function policyProblem({ policy }: SnpReport): string | null {
  if ((policy & bit(17)) === 0n) return snpReasons.bit17
  if (policy >> BigInt(highestPolicyBit + 1) !== 0n) return snpReasons.reserved
  return (policy & bit(18)) === 0n ? null : snpReasons.agent
}

function levelProblem({ privilegeLevel }: SnpReport): string | null {
  return privilegeLevel === 0 ? null : snpReasons.level(privilegeLevel)
}

/** What is reported, and what the machine cannot go back behind, must reach the minimum. */
function tcbProblem(
  { tcb, firmware }: SnpReport,
  generation: SnpGeneration,
  { minimums }: SnpPolicy,
): string | null {
  const minimum = minimums[generation]
  if (minimum === undefined) return snpReasons.noMinimum(generation)
  for (const which of ['reported', 'committed', 'launch'] as const) {
    const part = partBelow(readSnpTcb(tcb[which], generation), minimum.tcb)
    if (part !== undefined) return snpReasons.older(which, part)
  }
  return isOlder(firmware.committed, minimum.firmware) ? snpReasons.firmwareOlder : null
}

const parts = ['fmc', 'bootloader', 'tee', 'snp', 'microcode'] as const

function partBelow(found: SnpTcb, least: SnpTcb): string | undefined {
  return parts.find((part) => (found[part] ?? 0) < (least[part] ?? 0))
}

function isOlder(found: SnpMinimum['firmware'], least: SnpMinimum['firmware']): boolean {
  const order = [found.major - least.major, found.minor - least.minor, found.build - least.build]
  return (order.find((difference) => difference !== 0) ?? 0) < 0
}

function tcbText(tcb: SnpTcb): string {
  return parts.flatMap((part) => (tcb[part] === null ? [] : [`${part} ${tcb[part]}`])).join(', ')
}
