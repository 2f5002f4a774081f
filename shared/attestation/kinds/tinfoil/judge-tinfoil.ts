import { bytesToHex } from '../../../bytes/bytes.ts'
import { canonicalJson } from '../../../canonical-json.ts'
import { sha256Digest } from '../../../digest.ts'
import { FormatError } from '../../../errors.ts'
import {
  decided,
  decidedSame,
  notProven,
  refused,
  type EvidenceCheck,
} from '../../../evidence-check.ts'
import * as tinfoilReasons from '../../../words/english/evidence/tinfoil-reasons.ts'
import { gpuSerials, requiredGpuChecks, verifyGpus } from '../../nvidia/verify-gpus.ts'
import { verifyOpinion } from '../../nvidia/verify-opinion.ts'
import { requiredQuoteChecks } from '../../quote/verify-quote.ts'
import { parseQuote, type Quote } from '../../quote/parse-quote.ts'
import { parseSnpReport, type SnpReport } from '../../sev-snp/parse-snp-report.ts'
import { requiredSnpChecks, verifySnpReport } from '../../sev-snp/verify-snp-report.ts'
import { requiredBundleChecks } from '../../sigstore/verify-bundle.ts'
import type { ShownEvidence, EvidencePolicy, JudgedEvidence } from '../evidence-kind.ts'
import { judgeQuote } from '../judge-quote.ts'
import { checkPeer } from '../near-direct.ts'
import { tdRegisters } from '../td-registers.ts'
import type { TinfoilDocument } from './tinfoil-document.ts'
import {
  configProblem,
  judgeRelease,
  parseTinfoilCode,
  shapeOf,
  type TinfoilCode,
} from './tinfoil-release.ts'

type Context = readonly [ShownEvidence, EvidencePolicy]

const codePredicate = 'https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1'

const requiredOfAll = [...requiredBundleChecks, 'code.measurement', 'code.config'] as const

/** @param gpus whether the host should have some: a document without them is not asked */
export function judgeTinfoil(
  document: TinfoilDocument,
  gpus: 'expected' | 'none',
  context: Context,
): JudgedEvidence {
  const [given, policy] = context
  const evidence = { ...given, ...document.carried }
  const own = [evidence, policy] as const
  const { repository } = policy
  if (repository === null) {
    throw new FormatError('EVIDENCE_MALFORMED', tinfoilReasons.noRepository)
  }
  const code = judgeRelease(
    evidence.code,
    { subject: 'code', repository, predicateType: codePredicate },
    own,
  )
  const stated = code.predicate === null ? null : parseTinfoilCode(code.predicate)
  return {
    checks: [
      ...(document.platform === 'tdx'
        ? judgeTdx(document, stated, own)
        : judgeSnp(document, stated, own)),
      ...document.checks,
      checkPeer(document.tlsKey, evidence),
      ...code.checks,
      stated === null
        ? notProven('code.config', tinfoilReasons.noStatement)
        : decided('code.config', configProblem(stated)),
      ...(gpus === 'expected' ? judgeGpus(document, own) : []),
    ],
    required: [
      ...requiredOfAll,
      ...document.required,
      ...(document.platform === 'tdx' ? requiredOfTdx : requiredSnpChecks),
      ...(gpus === 'expected' ? requiredOfGpus : []),
    ],
    running: [{ subject: '', registers: registersOf(document) }],
    enclave: {
      measurement: measurementOf(document),
      tlsKey: document.tlsKey,
      signingKey: null,
      encryptionKey: document.encryptionKey,
      processor: document.platform,
    },
  }
}

function measurementOf(document: TinfoilDocument) {
  return sha256Digest(canonicalJson({ platform: document.platform, ...registersOf(document) }))
}

/** What was measured, by name. */
function registersOf({ platform, report }: TinfoilDocument) {
  return platform === 'sev-snp'
    ? { measurement: bytesToHex(parseSnpReport(report).measurement) }
    : tdRegisters(parseQuote(report).td)
}

const requiredOfTdx = [...requiredQuoteChecks, 'code.guest', 'code.platform'] as const
const requiredOfGpus = [...requiredGpuChecks, 'gpu.hash'] as const

function judgeTdx(
  { report, reportData, platformStatement }: TinfoilDocument,
  stated: TinfoilCode | null,
  context: Context,
): readonly EvidenceCheck[] {
  const { quote, checks } = judgeQuote(report, reportData, context)
  const { mrtd, rtmr } = quote.td
  const platform = judgeRelease(
    context[0].platform,
    {
      subject: 'platform',
      repository: `tinfoilsh/${platformStatement}`,
      predicateType: `https://tinfoil.sh/predicate/${platformStatement}/v1`,
    },
    context,
  )
  const [rtmr0, rtmr1, rtmr2] = rtmr.map(bytesToHex)
  return [
    ...checks,
    decided('code.guest', guestProblem(quote)),
    stated === null
      ? notProven('code.measurement', tinfoilReasons.noStatement)
      : decidedSame(
          'code.measurement',
          `${rtmr1} ${rtmr2}`,
          `${stated.tdx_measurement.rtmr1} ${stated.tdx_measurement.rtmr2}`,
        ),
    ...platform.checks,
    platformStatement === 'hardware-measurements'
      ? checkShapeOf(platform.predicate, bytesToHex(mrtd), rtmr0 ?? '')
      : notProven('code.platform', tinfoilReasons.machinesForm),
  ]
}

function checkShapeOf(predicate: unknown, mrtd: string, rtmr0: string): EvidenceCheck {
  const id = 'code.platform'
  if (predicate === null) return notProven(id, tinfoilReasons.noStatement)
  const name = shapeOf(predicate, mrtd, rtmr0)
  return decided(id, name === null ? tinfoilReasons.otherMachine(mrtd) : null, name ?? '')
}

const tdAttributes = '0000001000000000'
const xfam = 'e702060000000000'

/** XFAM stands behind the attributes of the enclave. */
function readXfam({ version, signedBytes }: Quote): string {
  const body = version === 4 ? 48 : 54
  return bytesToHex(signedBytes.subarray(body + 128, body + 136))
}

function guestProblem(quote: Quote): string | null {
  const { td } = quote
  if (bytesToHex(td.tdAttributes) !== tdAttributes) return tinfoilReasons.otherAttributes
  if (readXfam(quote) !== xfam) return tinfoilReasons.otherFeatures
  const zero = { RTMR3: td.rtmr[3], MRCONFIGID: td.mrconfigid, MROWNER: td.mrowner }
  for (const [name, register] of Object.entries({ ...zero, MROWNERCONFIG: td.mrownerconfig })) {
    if (register.some((byte) => byte !== 0)) return tinfoilReasons.notZero(name)
  }
  return null
}

function judgeSnp(
  { report: bytes, reportData }: TinfoilDocument,
  stated: TinfoilCode | null,
  [{ endorsement, nowSeconds }, { snp }]: Context,
): readonly EvidenceCheck[] {
  const report = parseSnpReport(bytes)
  if (endorsement === null) {
    return [refused('evidence.collateral', tinfoilReasons.noAmd)]
  }
  return [
    ...verifySnpReport({ report, endorsement, expectedReportData: reportData, nowSeconds }, snp),
    checkMeasurement(report, stated),
  ]
}

function checkMeasurement({ measurement }: SnpReport, stated: TinfoilCode | null): EvidenceCheck {
  const id = 'code.measurement'
  return stated === null
    ? notProven(id, tinfoilReasons.noStatement)
    : decidedSame(id, bytesToHex(measurement), stated.snp_measurement)
}

function judgeGpus(
  { gpus, gpuHash }: TinfoilDocument,
  [{ nonce, nowSeconds, opinion }, policy]: Context,
): readonly EvidenceCheck[] {
  return [
    gpuHash === null
      ? refused('gpu.hash', tinfoilReasons.noGpus)
      : decidedSame('gpu.hash', gpuHash.shown, gpuHash.stated),
    ...verifyGpus(gpus, { nonce, nowSeconds }, policy.gpu),
    ...verifyOpinion(opinion, { nonce, serials: gpuSerials(gpus), nowSeconds }),
  ]
}
