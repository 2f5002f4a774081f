import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, parseHex } from '../../bytes/bytes.ts'
import { canonicalJson, type Json } from '../../canonical-json.ts'
import { sha256Digest } from '../../digest.ts'
import {
  about,
  decided,
  decidedSame,
  madeBy,
  notProven,
  proven,
  type EvidenceCheck,
} from '../../evidence-check.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import { readBootFacts } from '../appraise/boot-facts.ts'
import { requiredMeasurementChecks } from '../appraise/verify-measurements.ts'
import { gpuSerials, requiredGpuChecks, verifyGpus } from '../nvidia/verify-gpus.ts'
import { verifyOpinion } from '../nvidia/verify-opinion.ts'
import { parseQuote, type TdReport } from '../quote/parse-quote.ts'
import { requiredQuoteChecks } from '../quote/verify-quote.ts'
import type { EvidencePolicy, MeasuredEnclave, ShownEvidence } from './evidence-kind.ts'
import { judgeBoot, judgeWhatRuns } from './judge-dstack.ts'
import { judgeQuote } from './judge-quote.ts'
import { checkRegisters, type Registers } from './machine-pins.ts'
import { readGpuPayload, type NearReport } from './parse-near-report.ts'
import { readDstackInfo, readEventLog } from './read-dstack.ts'
import { tdRegisters } from './td-registers.ts'

/** What every enclave of this form must show. */
const requiredNearChecks = [
  ...requiredQuoteChecks,
  ...requiredMeasurementChecks,
  'measurement.mrconfigid',
] as const

export const requiredNearModelChecks = [
  ...requiredNearChecks,
  ...requiredGpuChecks,
  'keys.address',
] as const

/** A gateway has no GPU; its log and its compose file are judged as a host's. */
export function judgeNearEnclave(
  report: NearReport,
  [evidence, policy]: readonly [ShownEvidence, EvidencePolicy],
): readonly EvidenceCheck[] {
  const { quote, checks } = judgeQuote(
    parseHex(report.intel_quote),
    nearReportData(report, evidence.nonce),
    [evidence, policy],
  )
  const { appCompose } = readDstackInfo(report.info)
  const boot = { td: quote.td, eventLog: readEventLog(report.event_log), appCompose }
  return [
    ...checks,
    ...judgeBoot(boot),
    ...judgeWhatRuns(appCompose),
    ...checkRegisters(nearRegisters(report), policy.pins),
    ...judgeOhttp(report),
    ...judgeManager(report, quote.td, [evidence, policy]),
  ]
}

/** A host of a model, with its GPUs. */
export function judgeNearModel(
  report: NearReport,
  context: readonly [ShownEvidence, EvidencePolicy],
): readonly EvidenceCheck[] {
  const [{ nonce, nowSeconds, opinion }, policy] = context
  const gpus = readGpuPayload(report)
  return [
    ...judgeNearEnclave(report, context),
    checkAddress(report),
    ...verifyGpus(gpus, { nonce, nowSeconds }, policy.gpu),
    ...verifyOpinion(opinion, { nonce, serials: gpuSerials(gpus), nowSeconds }),
  ]
}

/** What a host or a gateway measured, but for RTMR3, which names this one machine. @throws {FormatError} */
export function nearRegisters({ intel_quote, event_log, info }: NearReport): Registers {
  const { rtmr3: _, ...registers } = tdRegisters(parseQuote(parseHex(intel_quote)).td)
  const facts = readBootFacts(readEventLog(event_log))
  return {
    ...registers,
    compose_hash: sha256Digest(readDstackInfo(info).appCompose),
    ...(typeof facts === 'string' ? {} : { app_id: facts.appId }),
  }
}

/** Its measurement, and the keys in its report data. */
export function nearEnclave(report: NearReport): MeasuredEnclave {
  const { signing_algo: algorithm, signing_address: address, info } = report
  const signingKey = algorithm === 'ed25519' ? address.toLowerCase() : null
  return {
    measurement: sha256Digest(readDstackInfo(info).appCompose),
    tlsKey: report.tls_cert_fingerprint ?? null,
    signingKey,
    encryptionKey: signingKey === null ? null : encryptionKeyOf(signingKey),
    processor: 'tdx',
  }
}

/** The same key on the curve of X25519, which fields are encrypted to; null for what is no point. */
function encryptionKeyOf(signingKey: string): string | null {
  try {
    return bytesToHex(ed25519.utils.toMontgomery(parseHex(signingKey, 32)))
  } catch {
    return null
  }
}

/** SHA-256 of address ‖ TLS key, or without a TLS key the address and zeros; then the nonce. */
function nearReportData(report: NearReport, nonce: string): Uint8Array {
  const address = addressBytes(report)
  const first = new Uint8Array(32)
  const { tls_cert_fingerprint: tls } = report
  first.set(tls === undefined ? address : sha256(concatBytes(address, parseHex(tls))))
  return concatBytes(first, parseHex(nonce, 32))
}

function addressBytes({ signing_address: address, signing_algo: algorithm }: NearReport) {
  return parseHex(address.replace(/^0x/, '').toLowerCase(), algorithm === 'ed25519' ? 32 : 20)
}

/** An Ed25519 key is its own address; of a key on secp256k1 it is the end of its Keccak digest. */
function checkAddress(report: NearReport): EvidenceCheck {
  const { signing_public_key: key, signing_algo: algorithm } = report
  const id = 'keys.address'
  if (key === undefined) return notProven(id, providerReasons.reportNamesNoKey)
  const found = bytesToHex(addressBytes(report))
  if (algorithm === 'ed25519') return decidedSame(id, key, found)
  const point = key.length === 130 && key.startsWith('04') ? key.slice(2) : key
  return decidedSame(id, bytesToHex(keccak_256(parseHex(point, 64)).subarray(-20)), found)
}

function judgeOhttp(report: NearReport): readonly EvidenceCheck[] {
  const { ohttp_attestation: ohttp } = report
  if (ohttp === undefined) return []
  const { signing_key: key, key_config: config, signature } = ohttp
  const isOwn = report.signing_algo === 'ecdsa' || key === report.signing_address
  const holds = isOwn && isSigned(signature, config, key)
  const check = decided('keys.ohttp', holds ? null : providerReasons.keyDidNotSign)
  // A report on the other key of the host does not attest this one.
  return report.signing_algo === 'ecdsa' ? madeBy('provider', [check]) : [check]
}

function isSigned(signature: string, config: string, key: string): boolean {
  try {
    return ed25519.verify(parseHex(signature), parseHex(config), parseHex(key))
  } catch {
    return false
  }
}

/** The manager's own quote, over the list of what it started. It is asked for without haste, and may be missing. */
function judgeManager(
  { compose_manager_attestation: manager, info }: NearReport,
  td: TdReport,
  context: readonly [ShownEvidence, EvidencePolicy],
): readonly EvidenceCheck[] {
  if (manager === undefined) return []
  const [{ nonce }] = context
  const { actions, actions_hash: hash } = manager
  const reportData = parseHex(hash + nonce, 64)
  const { quote, checks } = judgeQuote(parseHex(manager.quote), reportData, context)
  const boot = {
    td: quote.td,
    eventLog: readEventLog(manager.event_log),
    appCompose: readDstackInfo(info).appCompose,
  }
  const found = sha256Digest(canonicalJson(actions as Json))
  const id = 'manager.actions'
  return about('manager', [
    ...checks,
    ...judgeBoot(boot),
    decidedSame('manager.machine', registersOf(quote.td), registersOf(td)),
    ...madeBy('provider', [
      found === hash
        ? proven(id, providerReasons.actions(actions.length))
        : notProven(id, providerReasons.listNotInQuote),
    ]),
  ])
}

function registersOf({ mrtd, rtmr }: TdReport): string {
  return [mrtd, ...rtmr].map(bytesToHex).join(' ')
}
