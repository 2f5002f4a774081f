import { EnclaveUnverified } from './establish-session.ts'
import { NoConnection, type Line, type Lines } from './connection/lines.ts'
import type { PeerKey } from './connection/open-connection.ts'

/** A connection that may be used, and the verified enclave that it leads to. */
export interface Reached<Session> {
  readonly line: Line
  readonly session: Session
}

/**
 * `fresh`: a connection that nobody used, which a balancer may lead elsewhere; `attested`: such a one,
 * whose other end is attested again, whatever is known of it.
 */
export type Reach<Session> = (
  which: 'any' | 'fresh' | 'attested',
  /** Another replica than that of this key is wanted, if there is one. */
  avoided?: PeerKey,
) => Promise<Reached<Session>>

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
  /** The session under which a connection to this key may be used. */
  readonly sessionFor: (held: readonly Session[], peer: PeerKey) => Session | null
}

/** A connection that leads to nobody, or to somebody who cannot be verified, is so often one of several. */
const mostTries = 4

/**
 * Reaches a verified replica. One whose key is not known yet is attested over that very connection,
 * before anything else is sent over it.
 * @throws {EnclaveUnverified} when nobody verified was met
 * @throws {NoConnection}
 */
export function createReach<Session>({
  lines,
  sessions,
  ...deps
}: ReachDeps<Session>): Reach<Session> {
  const sessionFor = (peer: PeerKey) => deps.sessionFor(sessions.all(), peer)

  async function open(...[which, avoided]: Parameters<Reach<Session>>): Promise<Reached<Session>> {
    const line = await openOther(avoided)
    try {
      const known = which === 'attested' ? null : sessionFor(line.peer)
      if (known) return { line, session: known }
      await sessions.attest(line)
      // Verified is not enough: it must be this connection that leads to it.
      const session = sessionFor(line.peer)
      // A balancer may end each connection after one answer; then the next one leads to somebody known.
      if (!line.isOpen()) throw new NoConnection(new Error('it ended after the attestation'))
      if (session) return { line, session }
      throw new EnclaveUnverified([
        {
          id: 'channel.tls',
          status: 'fail',
          reason: 'nothing says where this connection leads',
          by: 'gateway',
        },
      ])
    } catch (error) {
      line.end()
      throw error
    }
  }

  async function openOther(avoided: PeerKey | undefined): Promise<Line> {
    for (let tries = 1; ; tries += 1) {
      const line = await lines.open()
      const isOther = avoided === undefined || line.peer.spki !== avoided.spki
      if (isOther || tries >= mostTries) return line
      line.release()
    }
  }

  return async (which, avoided) => {
    await sessions.ready()
    const line = which === 'any' ? lines.idle((peer) => sessionFor(peer) !== null) : null
    const session = line && sessionFor(line.peer)
    if (line && session) return { line, session }
    for (let tries = 1; ; tries += 1) {
      try {
        return await open(tries === 1 ? which : 'fresh', avoided)
      } catch (error) {
        if (tries >= mostTries) throw error
      }
    }
  }
}
