import { showUnixTime } from '../../text/show-unix-time.ts'
import { base64 } from '@scure/base'
import * as Type from 'typebox'
import type { Json } from '../../canonical-json.ts'
import { checkShape } from '../../check-shape.ts'
import { byProvider, checkSame, fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { sha256Digest } from '../../digest.ts'
import { FormatError } from '../../errors.ts'
import type { JsonObject } from '../../json/parse-json-object.ts'
import type { Check } from '../../verdict.ts'
import * as enclaveDocuments from '../../words/english/enclave/enclave-documents.ts'
import * as hostReasons from '../../words/english/enclave/host-reasons.ts'
import { aciCanonicalJson } from '../aci-json.ts'
import { aciDigest } from '../parse-keyset.ts'

const ClaimSchema = Type.Object({ status: Type.String(), source: Type.Optional(Type.String()) })

const SessionSchema = Type.Object({
  upstream_name: Type.String(),
  /** Unix seconds. */
  established_at: Type.Integer(),
  expires_at: Type.Integer(),
  claims: Type.Object({ tee_attested: ClaimSchema }),
  evidence: Type.Object({
    digest: Type.Optional(Type.String()),
    data: Type.Optional(Type.String()),
  }),
})

/** How an aggregator says that it verified the model's host (PROTOCOL.md §8.4). */
export interface Session extends Type.Static<typeof SessionSchema> {
  readonly document: JsonObject
}

/** @throws {FormatError} PROTOCOL_UNSUPPORTED, SESSION_MALFORMED */
export function readSession(value: JsonObject): Session {
  if (value['api_version'] !== 'aci/1') {
    throw new FormatError('PROTOCOL_UNSUPPORTED', hostReasons.sessionProtocol)
  }
  const session = checkShape(value, SessionSchema, enclaveDocuments.session, 'SESSION_MALFORMED')
  return { ...session, document: value }
}

export const requiredSessionChecks = [
  'session.id',
  'session.evidence',
  'session.time',
  'session.claims',
] as const satisfies readonly CheckId[]

interface SessionExpectations {
  /** Out of the enclave's verified receipt. */
  readonly sessionId: string
  /** `served_at` of that receipt. */
  readonly servedAtSeconds: number
}

export function verifySession(session: Session, expected: SessionExpectations): readonly Check[] {
  return [
    checkSame('session.id', sessionIdOfDocument(session.document), expected.sessionId),
    checkEvidence(session),
    checkTime(session, expected.servedAtSeconds),
    // That the model's host is an enclave is what the aggregator says; it showed no more than that.
    byProvider(checkClaims(session)),
  ]
}

/** Digest of the document without a `session_id`, 64 lowercase hex digits. */
export function sessionIdOfDocument(document: JsonObject): string {
  const sealed = Object.fromEntries(
    Object.entries(document).filter(([name]) => name !== 'session_id'),
  )
  return sha256Digest(aciCanonicalJson(sealed as Json))
}

const dataUrl = /^data:[^,]{0,256};base64,(.*)$/s

function checkEvidence({ evidence }: Session): Check {
  const id = 'session.evidence'
  const text = dataUrl.exec(evidence.data ?? '')?.[1]
  if (text === undefined) return fail(id, hostReasons.sessionWithoutEvidence)
  let bytes: Uint8Array
  try {
    bytes = base64.decode(text)
  } catch {
    return fail(id, hostReasons.sessionNotBase64)
  }
  return checkSame(id, evidence.digest ?? 'nothing', aciDigest(bytes))
}

function checkTime({ established_at, expires_at }: Session, servedAt: number): Check {
  return established_at <= servedAt && servedAt <= expires_at
    ? pass('session.time')
    : fail(
        'session.time',
        hostReasons.recordOutside(
          showUnixTime(established_at),
          showUnixTime(expires_at),
          showUnixTime(servedAt),
        ),
      )
}

function checkClaims({ claims }: Session): Check {
  const id = 'session.claims'
  const { status, source } = claims.tee_attested
  if (status !== 'asserted') return fail(id, hostReasons.attested(status))
  return source === 'hardware_proven' || source === 'verifier_derived'
    ? pass(id, source)
    : fail(id, hostReasons.attestedOnly(source ?? hostReasons.claimedByNobody))
}
