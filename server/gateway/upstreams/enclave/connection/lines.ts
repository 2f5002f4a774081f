import { Client, type Dispatcher } from 'undici'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import type { UpstreamTimeouts } from '../../../common/upstream-adapter.ts'
import { openConnection, type PeerKey } from './open-connection.ts'

/**
 * One connection to the enclave, which is never made anew. Behind a load balancer it leads to one of the
 * replicas: that one alone knows the receipt of what it answered.
 */
export interface Line {
  readonly dispatcher: Dispatcher
  /** The key at its other end. */
  readonly peer: PeerKey
  isOpen(): boolean
  /** Gives it back, for others while it is open. */
  release(): void
  /** Ends it. */
  end(): void
}

/** No connection could be had, so nothing was sent. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
  readonly code: string

  constructor(cause: unknown) {
    super(boughtReasons.noConnection, { cause })
    this.code = String((cause as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

export interface Lines {
  /** One that nobody uses now, and whose other end is accepted; null when there is none. */
  idle(accept: (peer: PeerKey) => boolean): Line | null
  /** @throws {NoConnection} */
  open(): Promise<Line>
  close(): void
}

interface LinesOptions {
  readonly origin: string
  readonly timeouts: Omit<UpstreamTimeouts, 'bodyMs'>
  /** PEM of certificate authorities known beside the built-in ones. */
  readonly authorities: readonly string[]
  readonly through: URL | null
}

/** Connections that are kept while nobody uses them. */
const mostIdle = 64

export function createLines(options: LinesOptions): Lines {
  const { origin, authorities, through, timeouts } = options
  const { connectMs: timeoutMs, firstByteMs, idleMs } = timeouts
  const all = new Set<Line>()
  const unused = new Set<Line>()
  let closed = false

  async function open(): Promise<Line> {
    const { socket, peer } = await openConnection({
      origin,
      authorities,
      through,
      timeoutMs,
    }).catch((error: unknown) => {
      throw new NoConnection(error)
    })
    let given = false
    const client = new Client(origin, {
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      connect(_target, callback) {
        // Another connection could lead to somebody else.
        const isFirst = !given
        given = true
        // The client does not expect to be called back at once.
        queueMicrotask(() => (isFirst ? callback(null, socket) : callback(gone(), null)))
      },
    })
    const line: Line = {
      dispatcher: client,
      peer,
      isOpen: () => !socket.destroyed && socket.writable,
      release() {
        if (closed || !line.isOpen() || unused.size >= mostIdle) line.end()
        else unused.add(line)
      },
      end() {
        all.delete(line)
        unused.delete(line)
        void client.destroy()
        socket.destroy()
      },
    }
    all.add(line)
    socket.once('close', () => {
      all.delete(line)
      unused.delete(line)
    })
    if (closed) line.end()
    return line
  }

  return {
    open,
    idle(accept) {
      for (const line of unused) {
        if (!line.isOpen() || !accept(line.peer)) continue
        unused.delete(line)
        return line
      }
      return null
    },
    close() {
      closed = true
      for (const line of all) line.end()
    },
  }
}

/** An error with a code of its own: after undici's own code, undici would connect again for ever. */
function gone(): Error {
  return Object.assign(new Error('the connection is gone'), { code: 'ERR_LINE_GONE' })
}
