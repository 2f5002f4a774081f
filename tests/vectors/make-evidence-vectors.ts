import { randomBytes } from 'node:crypto'
import { makeSimulationPki } from '../../server/demo/enclave/hardware/simulation-pki.ts'
import { makeCase, type EvidenceCase, type GivenEvidence } from '../support/enclave/make-evidence.ts'
import { configurationCases, logCases } from './evidence/boot-cases.ts'
import { evidenceCases } from './evidence/evidence-cases.ts'
import { write } from './sign-vectors.ts'

// node tests/vectors/make-evidence-vectors.ts
// Evidence of simulated enclaves, made by the simulator. What must come of it is said by hand, beside each case.

interface Change {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** RFC 6902, from one document to another; a list is replaced whole. */
function changesOf(from: Members, to: Members, path = ''): readonly Change[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name): readonly Change[] => {
    const [before, after] = [from[name], to[name]]
    const at = `${path}/${name}`
    if (after === undefined) return [{ op: 'remove', path: at }]
    if (before === undefined) return [{ op: 'add', path: at, value: after }]
    if (isMembers(before) && isMembers(after)) return changesOf(before, after, at)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ op: 'replace', path: at, value: after }]
  })
}

const now = new Date('2026-11-20T09:30:00.000Z')
const common = { pki: await makeSimulationPki(now), nonce: randomBytes(32).toString('hex'), now }

function documentOf({ nowSeconds, reference, ...given }: GivenEvidence) {
  return JSON.parse(
    JSON.stringify({
      judged_at: new Date(nowSeconds * 1000).toISOString(),
      ...given,
      reference_values: reference,
    }),
  ) as Document
}

interface Document extends Members {
  readonly report: { readonly attestation?: { readonly evidence?: { readonly quote: string; readonly event_log: string; readonly app_compose: string } } }
  readonly collateral: Readonly<Record<string, string>>
}

const base = documentOf(await makeCase({}, common))
const baseEvidence = base.report.attestation?.evidence
/** Header and body, in hex: all that is signed by a key of the quote's own. */
const signedPart = (quote: string) => quote.slice(0, 2 * (48 + 584))

/** What is signed anew though it says the same, is as in the base. */
function withoutNoise(document: Document, { pki, plan }: EvidenceCase): Document {
  if (pki !== undefined) return document
  const { report, collateral } = document
  const signed = { ...collateral }
  for (const [part, by] of [
    ['tcb_info', plan?.collateral?.tcbInfoSignedBy],
    ['qe_identity', plan?.collateral?.qeIdentitySignedBy],
  ] as const) {
    if (by === undefined && signed[part] === base.collateral[part]) {
      signed[`${part}_signature`] = base.collateral[`${part}_signature`] ?? ''
    }
  }
  const evidence = report.attestation?.evidence
  const isSame =
    evidence !== undefined &&
    baseEvidence !== undefined &&
    plan?.quote === undefined &&
    evidence.quote === evidence.quote.toLowerCase() &&
    signedPart(evidence.quote) === signedPart(baseEvidence.quote)
  return {
    ...document,
    collateral: signed,
    report: isSame
      ? { ...report, attestation: { ...report.attestation, evidence: { ...evidence, quote: baseEvidence.quote } } }
      : report,
  }
}

write('evidence.countersign.json', {
  about:
    'Evidence of an enclave, and the checks of PROTOCOL.md §2 to §6 that must fail. `base` is evidence in order: the report, the collateral, the nonce that was sent, the digest of the pinned root, the reference values, and the time to judge at. Each case is the base with changes in the form of RFC 6902. Where none fails, the enclave is established.',
  base,
  cases: [
    { name: 'evidence in order', changes: [], failed: [] },
    ...(await Promise.all(
      evidenceCases.map(async ({ name, failed, evidence }) => ({
        name,
        changes: changesOf(base, withoutNoise(documentOf(await makeCase(evidence, common)), evidence)),
        failed,
      })),
    )),
  ],
})

/** What of a report says how the machine started: the log, the file, and the registers in the quote's body. */
function bootOf({ report }: Document) {
  const { quote, event_log, app_compose } = report.attestation?.evidence ?? {}
  const body = Buffer.from(quote ?? '', 'hex').subarray(48)
  const register = (at: number) => body.subarray(at, at + 48).toString('hex')
  return {
    event_log: JSON.parse(event_log ?? '') as unknown,
    app_compose,
    mrconfigid: register(184),
    rtmr: [328, 376, 424, 472].map(register),
  }
}

const baseBoot = bootOf(base)
write('event-log.countersign.json', {
  about:
    'Logs of a boot, the compose file, and the registers MRCONFIGID and RTMR0 to RTMR3 of the quote, with the checks of PROTOCOL.md §4 that must fail. Each case is the base with changes in the form of RFC 6902.',
  base: baseBoot,
  cases: await Promise.all(
    [{ name: 'a boot in order', failed: [], evidence: {} }, ...logCases, ...configurationCases].map(
      async ({ name, failed, evidence }) => ({
        name,
        changes: changesOf(baseBoot, bootOf(documentOf(await makeCase(evidence, common)))),
        failed,
      }),
    ),
  ),
})
