import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { EnclaveUnverified } from './establish-session.ts'
import type { Line } from './connection/lines.ts'

interface HeldSession {
  /** Unix seconds of its attestation. */
  readonly since: number
  /** Unix seconds. */
  readonly expiresAt: number
}

/**
 * The verified sessions with one enclave. One attestation runs at a time, whoever asks; a session is
 * renewed before it ends; without one, nothing is sent.
 */
export interface AttestedSessions<Session extends HeldSession> {
  /** The newest session that still holds, or null. */
  current(): Session | null
  /** All that still hold, newest first: replicas of one workload have keys of their own. */
  all(): readonly Session[]
  /** The current session, waiting for the first one where none was tried yet. @throws {EnclaveUnverified} */
  ready(): Promise<Session>
  /** Another attestation, of whichever replica answers. @throws {EnclaveUnverified} */
  renew(): Promise<Session>
  /**
   * Attests the replica at the other end of a connection: its key or its keyset is not known. That one
   * cannot be verified says nothing of the others. @throws {EnclaveUnverified}
   */
  attest(line: Line): Promise<Session>
  /** Why there is no session; null while there is one, or the first attestation has not ended. */
  refusal(): readonly RefusedCheck[] | null
  close(): void
}

interface SessionsDeps<Session extends HeldSession> {
  readonly establish: (line: Line | null) => Promise<Session>
  /** By which it is told from those of other replicas. */
  readonly idOf: (session: Session) => string
  readonly nowSeconds: () => number
  /** Told when an attestation has ended: the session, or why there is none. */
  readonly report?: (outcome: Session | readonly RefusedCheck[]) => void
}

/** Replicas whose keys are kept at the same time. */
const mostSessions = 16
const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A session is renewed when this part of its life is over. */
const renewalPoint = 0.8

export function createAttestedSessions<Session extends HeldSession>(
  deps: SessionsDeps<Session>,
): AttestedSessions<Session> {
  const sessions = new Map<string, Session>()
  const attesting = new Map<string, Promise<Session>>()
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
    timer = setTimeout(() => void renew().catch(() => {}), delayMs)
    timer.unref()
  }

  function renew(): Promise<Session> {
    running ??= renewOnce().finally(() => {
      running = null
    })
    return running
  }

  function keep(session: Session): void {
    // Inserted last: the newest stands at the end.
    sessions.delete(deps.idOf(session))
    sessions.set(deps.idOf(session), session)
    for (const [id, each] of sessions) {
      if (!holds(each) || sessions.size > mostSessions) sessions.delete(id)
    }
    refused = null
    failures = 0
    deps.report?.(session)
  }

  async function attestOnce(line: Line): Promise<Session> {
    const session = await deps.establish(line)
    keep(session)
    return session
  }

  async function renewOnce(): Promise<Session> {
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
