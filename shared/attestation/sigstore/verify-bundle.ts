import { showUnixTime } from '../../text/show-unix-time.ts'
import * as Type from 'typebox'
import { concatBytes, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { decided, type EvidenceCheck } from '../../evidence-check.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { OpenObject } from '../../open-object.ts'
import * as sigstoreReasons from '../../words/english/evidence/sigstore-reasons.ts'
import { contextTag, derChildren, derContent, derOid, parseDer } from '../certificates/der.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import type { X509 } from '../certificates/parse-x509.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import { certificateLogProblem } from './certificate-log-problem.ts'
import { bodyProblem, inclusionProblem, promiseProblem } from './log-entry-problems.ts'
import type { Bundle } from './parse-bundle.ts'
import type { CertificateAuthority, TrustedRoot } from './parse-trusted-root.ts'

/** Whose signature on what is asked for: all of it the reader's own, nothing out of the bundle. */
export interface BundlePolicy {
  /** `owner/name` on GitHub. */
  readonly repository: string
  /** What the ref of the workflow begins with. */
  readonly refPrefix: string
  readonly predicateTypes: readonly string[]
}

export interface BundleInputs {
  readonly bundle: Bundle
  readonly root: TrustedRoot
  /** SHA-256 of the release, in hex; null where nothing but the statement names it. */
  readonly subject: string | null
  readonly nowSeconds: number
}

export const requiredBundleChecks = [
  'sigstore.trusted-root',
  'sigstore.certificate',
  'sigstore.certificate-log',
  'sigstore.signature',
  'sigstore.log-promise',
  'sigstore.log-inclusion',
  'sigstore.log-entry',
  'sigstore.issuer',
  'sigstore.repository',
  'sigstore.runner',
  'sigstore.statement',
  'sigstore.subject',
] as const

const StatementMembers = {
  _type: Type.Union([
    Type.Literal('https://in-toto.io/Statement/v1'),
    Type.Literal('https://in-toto.io/Statement/v0.1'),
  ]),
  subject: Type.Array(
    Type.Object({
      name: Type.Optional(Type.String()),
      digest: Type.Object({ sha256: Type.String({ pattern: '^[0-9A-Fa-f]{64}$' }) }),
    }),
    { minItems: 1, maxItems: 16 },
  ),
  predicateType: Type.String(),
  predicate: OpenObject,
}

/** A member that nobody knows might say that the others do not count. */
const StatementSchema = Type.Object(StatementMembers, { additionalProperties: false })

export type Statement = Type.Static<typeof StatementSchema>

/** @throws {FormatError} EVIDENCE_MALFORMED, JSON_* */
export function parseStatement({ payload }: Bundle): Statement {
  const { value } = parseJsonObject(payload)
  return checkShape(value, StatementSchema, sigstoreReasons.statement)
}

/**
 * Every check of a bundle, each with a name of its own.
 * @throws {FormatError} EVIDENCE_MALFORMED for a statement that cannot be read
 */
export function verifyBundle(
  { bundle, root, subject, nowSeconds }: BundleInputs,
  policy: BundlePolicy,
): readonly EvidenceCheck[] {
  const { certificate, entries } = bundle
  const statement = parseStatement(bundle)
  const authority = authorityOf(certificate, root)
  const [issuer] = authority?.chain ?? []
  const each = (problem: (entry: Bundle['entries'][number]) => string | null) =>
    entries.map(problem).find((found) => found !== null) ?? null
  const first = statement.subject[0]?.digest.sha256.toLowerCase() ?? ''
  return [
    decided('sigstore.trusted-root', staleProblem(root, nowSeconds)),
    decided('sigstore.certificate', certificateProblem(bundle, authority, nowSeconds)),
    decided(
      'sigstore.certificate-log',
      issuer === undefined
        ? sigstoreReasons.noIssuer
        : certificateLogProblem(certificate, issuer, root.certificateLogs),
    ),
    decided('sigstore.signature', signatureProblem(bundle)),
    decided(
      'sigstore.log-promise',
      each((entry) => promiseProblem(entry, root)),
    ),
    decided(
      'sigstore.log-inclusion',
      each((entry) => inclusionProblem(entry, root)),
    ),
    decided(
      'sigstore.log-entry',
      each((entry) => bodyProblem(entry, bundle)),
    ),
    decided('sigstore.issuer', issuerProblem(certificate)),
    decided('sigstore.repository', repositoryProblem(certificate, policy), policy.repository),
    decided('sigstore.runner', runnerProblem(certificate)),
    decided('sigstore.statement', statementProblem(bundle, statement, policy)),
    decided(
      'sigstore.subject',
      subject === null || first === subject ? null : sigstoreReasons.otherSubject(first, subject),
      first,
    ),
  ]
}

/** Sigstore gives new keys out about once a year, and says so months before. */
const longestUseSeconds = 365 * 24 * 3600

function staleProblem({ asOf }: TrustedRoot, nowSeconds: number): string | null {
  const day = new Date(asOf * 1000).toISOString().slice(0, 10)
  return nowSeconds - asOf > longestUseSeconds ? sigstoreReasons.listOf(day) : null
}

/** By its name; whether it issued the certificate is a check. */
function authorityOf(
  certificate: X509,
  { authorities }: TrustedRoot,
): CertificateAuthority | undefined {
  return authorities.find(({ chain: [issuer] }) => issuer?.subject === certificate.issuer)
}

const digitalSignature = 0x80
const extendedKeyUsage = '2.5.29.37'
const codeSigning = '1.3.6.1.5.5.7.3.3'

function certificateProblem(
  { certificate, entries }: Bundle,
  authority: CertificateAuthority | undefined,
  nowSeconds: number,
): string | null {
  if (authority === undefined) return sigstoreReasons.noIssuer
  const chain = [certificate, ...authority.chain]
  for (const [index, each] of chain.entries()) {
    const issuer = chain[index + 1]
    const problem = issuer ? issuingProblem(each, issuer) : null
    if (problem !== null) return problem
  }
  for (const { integratedTime: time } of entries) {
    if (time > nowSeconds) return sigstoreReasons.takenLater(showUnixTime(time))
    if (time < authority.from || time > authority.until) return sigstoreReasons.issuerNotValid
    const outside = chain.find(({ notBefore, notAfter }) => time < notBefore || time > notAfter)
    if (outside)
      return sigstoreReasons.notValidThen(outside.commonName || sigstoreReasons.theCertificate)
  }
  if (certificate.isCa) return sigstoreReasons.isCa
  if ((certificate.usage & digitalSignature) === 0) return sigstoreReasons.notForSigning
  return usesOf(certificate).includes(codeSigning) ? null : sigstoreReasons.notForCode
}

function usesOf({ extensions }: X509): readonly string[] {
  const content = extensions.get(extendedKeyUsage)
  return content ? derChildren(parseDer(content)).map(derOid) : []
}

/** What was signed, with its type (DSSE). */
function signatureProblem({ certificate, payloadType, payload, signature }: Bundle): string | null {
  const { key } = certificate
  if (key.kind !== 'p256') return sigstoreReasons.notP256
  const type = utf8ToBytes(payloadType)
  const head = utf8ToBytes(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `)
  return verifySigned('ecdsa-sha256', { key, signature }, concatBytes(head, payload))
    ? null
    : sigstoreReasons.otherText
}

const fulcio = '1.3.6.1.4.1.57264.1'
const githubActions = 'https://token.actions.githubusercontent.com'

/** A text of Sigstore's own extensions, or empty. */
function said({ extensions }: X509, member: number): string {
  const content = extensions.get(`${fulcio}.${member}`)
  return content ? text(derContent(parseDer(content))) : ''
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function issuerProblem(certificate: X509): string | null {
  const issuer = said(certificate, 8)
  return issuer === githubActions ? null : sigstoreReasons.confirmedBy(issuer)
}

const uriTag = 6

function repositoryProblem(
  certificate: X509,
  { repository, refPrefix }: BundlePolicy,
): string | null {
  const home = `https://github.com/${repository}`
  const source = said(certificate, 12)
  const ref = said(certificate, 14)
  if (source !== home) return sigstoreReasons.otherRepository(source, home)
  if (!ref.startsWith(refPrefix)) return sigstoreReasons.otherRef(ref)
  const names = certificate.extensions.get('2.5.29.17')
  const [name, ...more] = names ? derChildren(parseDer(names)) : []
  const workflow = name && contextTag(name) === uriTag ? text(derContent(name)) : ''
  const [path, at, ...rest] = workflow.split('@')
  const isOwn =
    more.length === 0 &&
    rest.length === 0 &&
    at === ref &&
    path?.startsWith(`${home}/.github/workflows/`)
  return isOwn ? null : sigstoreReasons.otherWorkflow(workflow)
}

function runnerProblem(certificate: X509): string | null {
  const runner = said(certificate, 11)
  return runner === 'github-hosted' ? null : sigstoreReasons.runner(runner)
}

function statementProblem(
  { payloadType }: Bundle,
  { predicateType }: Statement,
  { predicateTypes }: BundlePolicy,
): string | null {
  if (payloadType !== 'application/vnd.in-toto+json')
    return sigstoreReasons.payloadType(payloadType)
  return predicateTypes.includes(predicateType)
    ? null
    : sigstoreReasons.predicateType(predicateType)
}
