import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { EnclaveUnverified } from './establish-session.ts'
import { NoConnection, type Line, type Lines } from './connection/lines.ts'
import type { PeerKey } from './connection/open-connection.ts'
import { Unsendable } from './unsendable.ts'

/** A connection that may be used, and the verified enclave that it leads to. */
export interface Reached<Session> {
  readonly line: Line
  readonly session: Session
}

/**
 * `fresh`: a connection that nobody used, which a balancer may lead elsewhere; `attested`: such a one,
 * whose other end is attested again, whatever is known of it.
 */
export type Which = 'any' | 'fresh' | 'attested'

export type Reach<Session> = (which: Which, wanted?: WantedReplica) => Promise<Reached<Session>>

export interface WantedReplica {
  /** Another replica than that of this key, if there is one. */
  readonly avoided?: PeerKey | undefined
  /** A replica that has this encryption key, lowercase hex; any where it is left out. */
  readonly sealedTo?: string | undefined
}

interface Sessions<Session> {
  all(): readonly Session[]
  /** Attests the replica at the other end. @throws {EnclaveUnverified} */
  attest(line: Line): Promise<unknown>
  /** Waits for the first session where none was tried yet. @throws {EnclaveUnverified} */
  ready(): Promise<unknown>
}

interface ReachDeps<Session> {
  readonly lines: Lines
  readonly sessions: Sessions<Session>
  /** The session under which a connection to this key may be used for what is wanted. */
  readonly sessionFor: (
    held: readonly Session[],
    peer: PeerKey,
    wanted: WantedReplica,
  ) => Session | null
  /** Connections that are opened to meet the replica which has a key. */
  readonly mostConnections?: number
}

/** A connection that leads to nobody, or to somebody who cannot be verified, is so often one of several. */
const mostTries = 4
const ofNobody = {
  id: 'channel.tls',
  status: 'fail',
  reason: enclaveReasons.unknownEnd,
  by: 'gateway',
} as const

/** Why nothing is sent to a replica that nobody finds. */
export const notMet = {
  code: 'e2ee_model_key_mismatch',
  message: enclaveErrors.noSuchKey,
  param: null,
} as const

/** Whether the other end is the one to avoid; after some tries there is no other. */
function isAvoided({ spki }: PeerKey, { avoided }: WantedReplica, tries: number): boolean {
  return avoided !== undefined && avoided.spki === spki && tries < mostTries
}

/**
 * Reaches a verified replica. One whose key is not known yet is attested over that very connection,
 * before anything else is sent over it.
 * @throws {EnclaveUnverified} when nobody verified was met
 * @throws {NoConnection}
 */
export function createReach<Session>({
  lines,
  sessions,
  mostConnections = 16,
  ...deps
}: ReachDeps<Session>): Reach<Session> {
  const sessionFor = (peer: PeerKey, wanted: WantedReplica = {}) =>
    deps.sessionFor(sessions.all(), peer, wanted)

  /** A new connection to who is wanted; one to another replica is left to others. */
  async function open(which: Which, wanted: WantedReplica): Promise<Reached<Session>> {
    for (let tries = 1; ; tries += 1) {
      const line = await lines.open()
      try {
        const session = isAvoided(line.peer, wanted, tries)
          ? null
          : await judge(line, which, wanted)
        if (session) return { line, session }
      } catch (error) {
        line.end()
        throw error
      }
      line.release()
      if (tries >= mostConnections) throw new Unsendable(notMet)
    }
  }

  /** The session of who is at the other end, or null where that is not who is wanted. */
  async function judge(line: Line, which: Which, wanted: WantedReplica): Promise<Session | null> {
    if (which === 'attested' || sessionFor(line.peer) === null) {
      await sessions.attest(line)
      // A balancer may end each connection after one answer; then the next one leads to somebody known.
      if (!line.isOpen())
        throw new NoConnection(new Error('the connection ended after the attestation'))
      // Verified is not enough: it must be this connection that leads to it.
      if (sessionFor(line.peer) === null) throw new EnclaveUnverified([ofNobody])
    }
    return sessionFor(line.peer, wanted)
  }

  return async (which, wanted = {}) => {
    await sessions.ready()
    const line = which === 'any' ? lines.idle((peer) => sessionFor(peer, wanted) !== null) : null
    const session = line && sessionFor(line.peer, wanted)
    if (line && session) return { line, session }
    for (let tries = 1; ; tries += 1) {
      try {
        return await open(tries === 1 ? which : 'fresh', wanted)
      } catch (error) {
        if (tries >= mostTries || error instanceof Unsendable) throw error
      }
    }
  }
}
