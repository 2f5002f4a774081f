import { fail } from '../../checks.ts'
import { FormatError } from '../../errors.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { decideVerdict, type Check } from '../../verdict.ts'
import * as hostReasons from '../../words/english/enclave/host-reasons.ts'
import type { EnclavePolicy } from '../appraise-report.ts'
import type { Serving } from '../verify-enclave-receipt.ts'
import type { EnclaveReceipt } from '../parse-enclave-receipt.ts'
import type { SecondHop } from '../second-hop.ts'
import { hostChecks, judgeHost } from './judge-host.ts'
import { readSession, verifySession, type Session } from './verify-session.ts'

/** A session document, with what the maker of the host's processor signed where somebody brought it. */
export interface SessionOffer {
  readonly session: Session
  readonly collateral: unknown
}

/**
 * Reads a session document as the aggregator serves it, or as `GET /api/e2ee/session?collateral=1` does:
 * `{"collateral", "session"}`.
 * @throws {FormatError} PROTOCOL_UNSUPPORTED, SESSION_MALFORMED, JSON_*
 */
export function parseSessionOffer(bytes: Uint8Array): SessionOffer {
  const { value } = parseJsonObject(bytes)
  const { session, collateral } = value
  return isJsonObject(session)
    ? { session: readSession(session), collateral: collateral ?? null }
    : { session: readSession(value), collateral: null }
}

interface AuditInputs {
  /** Out of the enclave's verified receipt. */
  readonly sessionId: string
  readonly receipt: Pick<EnclaveReceipt, 'served_at'>
  readonly policy: EnclavePolicy
  readonly nowSeconds: number
}

/** What an aggregator recorded of the model's host, judged as far as it shows anything. */
export interface SessionAudit {
  readonly checks: readonly Check[]
  readonly secondHop: SecondHop
}

/** @param bytes null when it is not served */
export function auditSession(bytes: Uint8Array | null, inputs: AuditInputs): SessionAudit {
  if (bytes === null) return failed(hostReasons.notServed)
  const { sessionId, receipt, policy, nowSeconds } = inputs
  try {
    const { session, collateral } = parseSessionOffer(bytes)
    const record = verifySession(session, { sessionId, servedAtSeconds: receipt.served_at })
    const host = judgeHost(session, { policy, collateral, nowSeconds })
    const isRecordGood = record.every(({ status }) => status === 'pass')
    const isHostGood = decideVerdict(host, hostChecks).kind === 'verified'
    return {
      checks: [...record, ...host],
      secondHop: isRecordGood && isHostGood ? 'established' : hostReasons.providersClaim,
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return failed(`${error.code}: ${error.message}`)
  }
}

/** All of a receipt's sessions; it is only as good as the weakest of them. */
export function joinAudits(audits: readonly SessionAudit[], serving: Serving): SessionAudit {
  const isEstablished = audits.every(({ secondHop }) => secondHop === 'established')
  const isHostItself = audits.length === 0 && serving === 'direct'
  return {
    checks: audits.flatMap(({ checks }) => checks),
    secondHop: isHostItself
      ? 'none'
      : audits.length > 0 && isEstablished
        ? 'established'
        : hostReasons.providersClaim,
  }
}

function failed(reason: string): SessionAudit {
  return { checks: [fail('session.id', reason)], secondHop: hostReasons.providersClaim }
}
