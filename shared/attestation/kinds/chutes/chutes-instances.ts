import { parseEvidenceBase64 } from '../../../bytes/parse-evidence-base64.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '../../../bytes/bytes.ts'
import { about, decided, madeBy, notProven, type EvidenceCheck } from '../../../evidence-check.ts'
import * as chutesReasons from '../../../words/english/evidence/chutes-reasons.ts'
import {
  gpuSerials,
  requiredGpuChecks,
  verifyGpus,
  type GpuEvidence,
} from '../../nvidia/verify-gpus.ts'
import { verifyOpinion } from '../../nvidia/verify-opinion.ts'
import { parseQuote } from '../../quote/parse-quote.ts'
import { requiredQuoteChecks } from '../../quote/verify-quote.ts'
import { parseX509 } from '../../certificates/parse-x509.ts'
import type { ShownEvidence, EvidencePolicy } from '../evidence-kind.ts'
import { judgeQuote } from '../judge-quote.ts'
import { checkRegisters, type Registers } from '../machine-pins.ts'
import { tdRegisters } from '../td-registers.ts'

export const requiredChutesChecks = [
  ...requiredQuoteChecks,
  ...requiredGpuChecks,
  'code.running-system',
] as const

export interface ChutesInstance {
  readonly id: string
  /** Base64, as the provider lists it: the text is what is hashed. */
  readonly publicKey: string
  /** Base64. */
  readonly quote: string
  readonly gpus: readonly GpuEvidence[]
  /** Base64 of DER, or null where it is left out. */
  readonly certificate: string | null
}

/** What an instance measured. @throws {FormatError} */
export function chutesRegisters({ quote }: Pick<ChutesInstance, 'quote'>): Registers {
  return tdRegisters(parseQuote(parseEvidenceBase64(quote, chutesReasons.part)).td)
}

/**
 * One instance: its quote holds the digest of nonce and key as they are written, and that of the certificate; the first
 * of the two is the nonce of its GPUs.
 */
export function judgeChutesInstance(
  { id, publicKey, quote: quoteText, gpus, certificate }: ChutesInstance,
  [evidence, policy]: readonly [ShownEvidence, EvidencePolicy],
): readonly EvidenceCheck[] {
  const { nonce, nowSeconds, opinion } = evidence
  const bytes = parseEvidenceBase64(quoteText, chutesReasons.part)
  const binding = sha256(utf8ToBytes(`${nonce}${publicKey}`))
  const certified =
    certificate === null
      ? parseQuote(bytes).td.reportData.subarray(32)
      : sha256(parseX509(parseEvidenceBase64(certificate, chutesReasons.part)).spki)
  const { quote, checks } = judgeQuote(bytes, concatBytes(binding, certified), [evidence, policy])
  const gpuNonce = bytesToHex(binding)
  const isZero = quote.td.rtmr[3].every((byte) => byte === 0)
  return about(chutesReasons.instance(id), [
    ...checks,
    ...(certificate === null
      ? [notProven('channel.certificate', chutesReasons.noCertificate)]
      : []),
    decided('code.running-system', isZero ? chutesReasons.nothingMeasured : null),
    ...verifyGpus(gpus, { nonce: gpuNonce, nowSeconds }, policy.gpu),
    ...verifyOpinion(opinion, { nonce: gpuNonce, serials: gpuSerials(gpus), nowSeconds }),
    ...checkRegisters(tdRegisters(quote.td), policy.pins),
    ...madeBy('provider', [notProven('code.what-runs', chutesReasons.ownPrograms)]),
  ])
}
