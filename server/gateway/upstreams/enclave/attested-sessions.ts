import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { EnclaveUnverified, type AttestedSession } from './establish-session.ts'
import type { Line } from './connection/lines.ts'

/**
 * The verified sessions with one enclave. One attestation runs at a time, whoever asks; a session is
 * renewed before it ends; without one, nothing is sent.
 */
export interface AttestedSessions {
  /** The newest session that still holds, or null. */
  current(): AttestedSession | null
  /** All that still hold, newest first: replicas of one workload have keysets of their own. */
  all(): readonly AttestedSession[]
  /** The current session, waiting for the first one where none was tried yet. @throws {EnclaveUnverified} */
  ready(): Promise<AttestedSession>
  /** Another attestation, of whichever replica answers. @throws {EnclaveUnverified} */
  renew(): Promise<AttestedSession>
  /**
   * Attests the replica at the other end of a connection: its key or its keyset is not known. That one
   * cannot be verified says nothing of the others. @throws {EnclaveUnverified}
   */
  attest(line: Line): Promise<AttestedSession>
  /** Why there is no session; null while there is one, or the first attestation has not ended. */
  refusal(): readonly RefusedCheck[] | null
  close(): void
}

interface SessionsDeps {
  readonly establish: (line: Line | null) => Promise<AttestedSession>
  readonly nowSeconds: () => number
  /** Told when an attestation has ended: the session, or why there is none. */
  readonly report?: (outcome: AttestedSession | readonly RefusedCheck[]) => void
}

/** Keysets of replicas that are kept at the same time. */
const mostSessions = 16
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A session is renewed when this part of its life is over. */
const renewalPoint = 0.8

export function createAttestedSessions(deps: SessionsDeps): AttestedSessions {
  const sessions = new Map<AciDigest, AttestedSession>()
  const attesting = new Map<string, Promise<AttestedSession>>()
  let running: Promise<AttestedSession> | null = null
  let refused: readonly RefusedCheck[] | null = null
  let failures = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const holds = ({ expiresAt }: AttestedSession) => deps.nowSeconds() < expiresAt
  const all = () => [...sessions.values()].filter(holds).toReversed()
  const current = () => all()[0] ?? null

  function schedule(delayMs: number): void {
    if (timer !== null) clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void renew().catch(() => {}), delayMs)
    timer.unref()
  }

  function renew(): Promise<AttestedSession> {
    running ??= renewOnce().finally(() => {
      running = null
    })
    return running
  }

  function keep(session: AttestedSession): void {
    // Inserted last: the newest stands at the end.
    sessions.delete(session.enclave.digest)
    sessions.set(session.enclave.digest, session)
    for (const [digest, each] of sessions) {
      if (!holds(each) || sessions.size > mostSessions) sessions.delete(digest)
    }
    refused = null
    failures = 0
    deps.report?.(session)
  }

  async function attestOnce(line: Line): Promise<AttestedSession> {
    const session = await deps.establish(line)
    keep(session)
    return session
  }

  async function renewOnce(): Promise<AttestedSession> {
    try {
      const session = await deps.establish(null)
      keep(session)
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
      return renew()
    },
    renew,
    attest(line) {
      const { spki } = line.peer
      if (spki === null) return attestOnce(line)
      const current = attesting.get(spki) ?? attestOnce(line).finally(() => attesting.delete(spki))
      attesting.set(spki, current)
      return current
    },
    refusal: () => (current() === null ? refused : null),
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
