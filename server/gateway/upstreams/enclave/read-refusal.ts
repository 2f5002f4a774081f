import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { fail } from '#shared/checks.ts'
import { refusedChecks, type RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { AttestedSession } from './establish-session.ts'

/** Whether a replica refused what was encrypted to the key of another one; it decrypted nothing. */
export function isForAnotherKey(status: number, body: Uint8Array): boolean {
  return status === 400 && typeOf(body) === 'e2ee_model_key_mismatch'
}

/** Refusals of an aggregator that say something about the model's host; nothing was sent to it. */
export type HostRefusal = 'upstream_verification_failed' | 'session_not_accepted'

const statuses: Readonly<Record<HostRefusal, number>> = {
  upstream_verification_failed: 503,
  session_not_accepted: 412,
}

/** Whether an answer with this status may be one that is not handed on, so that its body must be read first. */
export function mayBeRefusal(status: number): boolean {
  return status === 400 || Object.values(statuses).includes(status)
}

/** The protocol's name of a refusal; null for any other error. */
export function readHostRefusal(status: number, body: Uint8Array): HostRefusal | null {
  const type = typeOf(body)
  const known = Object.keys(statuses) as readonly HostRefusal[]
  return known.find((each) => each === type && statuses[each] === status) ?? null
}

function typeOf(body: Uint8Array): unknown {
  try {
    const { error } = JSON.parse(Buffer.from(body).toString('utf8')) as {
      error?: { type?: unknown }
    }
    return error?.type
  } catch {
    return null
  }
}

const reasons: Readonly<Record<HostRefusal, string>> = {
  upstream_verification_failed: enclaveReasons.hostNotVerified,
  session_not_accepted: enclaveReasons.otherHosts,
}

/** What such a refusal says, as `error.checks` lists it. */
export function hostRefusedChecks(
  refusal: HostRefusal,
  { checks, required }: AttestedSession,
): readonly RefusedCheck[] {
  return refusedChecks([...checks, fail('enclave-receipt.upstream', reasons[refusal])], required)
}
