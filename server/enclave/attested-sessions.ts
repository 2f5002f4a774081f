import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { EnclaveUnverified, type Session } from './establish-session.ts'

/**
 * The verified sessions with one enclave. One attestation runs at a time, whoever asks; a session is
 * renewed before it ends; without one, nothing is sent.
 */
export interface AttestedSessions {
  /** The newest session that still holds, or null. */
  current(): Session | null
  /** All that still hold, newest first: replicas of one workload have keysets of their own. */
  all(): readonly Session[]
  /** The current session, waiting for the first one where none was tried yet. @throws {EnclaveUnverified} */
  ready(): Promise<Session>
  /** Another attestation: the enclave showed a key or a keyset that is not known. @throws {EnclaveUnverified} */
  renew(): Promise<Session>
  /** Why there is no session; null while there is one, or the first attestation has not ended. */
  refusal(): readonly RefusedCheck[] | null
  close(): void
}

interface SessionsDeps {
  readonly establish: () => Promise<Session>
  readonly nowSeconds: () => number
  /** Told when an attestation has ended: the session, or why there is none. */
  readonly report?: (outcome: Session | readonly RefusedCheck[]) => void
}

/** Keysets of replicas that are kept at the same time. */
const mostSessions = 16
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A session is renewed when this part of its life is over. */
const renewalPoint = 0.8

export function createAttestedSessions(deps: SessionsDeps): AttestedSessions {
  const sessions = new Map<AciDigest, Session>()
  let running: Promise<Session> | null = null
  let refused: readonly RefusedCheck[] | null = null
  let failures = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const holds = ({ expiresAt }: Session) => deps.nowSeconds() < expiresAt
  const all = () => [...sessions.values()].filter(holds).toReversed()
  const current = () => all()[0] ?? null

  function schedule(delayMs: number): void {
    if (timer !== null) clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void attest().catch(() => {}), delayMs)
    timer.unref()
  }

  function attest(): Promise<Session> {
    running ??= attestOnce().finally(() => {
      running = null
    })
    return running
  }

  async function attestOnce(): Promise<Session> {
    try {
      const session = await deps.establish()
      // Inserted last: the newest stands at the end.
      sessions.delete(session.enclave.digest)
      sessions.set(session.enclave.digest, session)
      for (const [digest, each] of sessions) {
        if (!holds(each) || sessions.size > mostSessions) sessions.delete(digest)
      }
      refused = null
      failures = 0
      deps.report?.(session)
      const lifeMs = (session.expiresAt - deps.nowSeconds()) * 1000
      schedule(Math.max(lifeMs * renewalPoint, 1_000))
      return session
    } catch (error) {
      refused = error instanceof EnclaveUnverified ? error.checks : []
      deps.report?.(refused)
      const pauseMs = firstPauseMs * 2 ** failures
      schedule(Math.min(pauseMs, longestPauseMs))
      failures += 1
      throw error
    }
  }

  return {
    current,
    all,
    async ready() {
      const session = current()
      if (session) return session
      if (running === null && refused !== null) throw new EnclaveUnverified(refused)
      return attest()
    },
    renew: attest,
    refusal: () => (current() === null ? refused : null),
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
