import { createHash } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'

/** What was seen of the other end, before anything was sent to it. */
export interface PeerKey {
  /** SHA-256 of the TLS key's SPKI, 64 hex digits; null without TLS. */
  readonly spki: string | null
  /** Whether certificate authorities that are known here vouch for the host. */
  readonly isVouchedFor: boolean
}

interface PinnedConnectorOptions {
  /** Whether anything may be sent to this key. Called before the first byte. */
  readonly accept: (peer: PeerKey) => boolean
  readonly timeoutMs: number
  /** PEM of authorities known beside the built-in ones. */
  readonly authorities: readonly string[]
}

/** The code of a connection that `accept` turned down; nothing was sent over it. */
const unacceptedKey = 'ERR_TLS_UNACCEPTED_KEY'

/**
 * Connects for undici and looks at the key first: which key the other end proves to hold is the
 * question, and a certificate authority's word about it is only one of the possible answers.
 */
export function createPinnedConnector(options: PinnedConnectorOptions): buildConnector.connector {
  return ({ hostname, port, protocol, servername }, callback) => {
    const isTls = protocol === 'https:'
    const target = { host: hostname, port: Number(port) || (isTls ? 443 : 80) }
    const socket = isTls ? openTls(target, servername, options) : connectTcp(target)
    const timer = setTimeout(() => socket.destroy(timedOut()), options.timeoutMs)
    let settled = false
    const settle = (error: Error | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      if (error === null) callback(null, socket)
      else callback(error, null)
    }
    socket.setNoDelay(true)
    socket.once('error', settle)
    socket.once('close', () => settle(timedOut()))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (options.accept(peerKey(socket))) {
        settle(null)
        return
      }
      settle(Object.assign(new Error('the key is not accepted'), { code: unacceptedKey }))
      socket.destroy()
    })
  }
}

interface Target {
  readonly host: string
  readonly port: number
}

function openTls(
  target: Target,
  servername: string | null | undefined,
  { authorities }: PinnedConnectorOptions,
): TLSSocket {
  const name = servername || target.host
  return connectTls({
    ...target,
    // TLS has no names for addresses.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
    ca: [...rootCertificates, ...authorities],
    // Judged by `accept`, from `authorized` and the key itself.
    rejectUnauthorized: false,
  })
}

function peerKey(socket: Socket | TLSSocket): PeerKey {
  if (!('getPeerX509Certificate' in socket)) return { spki: null, isVouchedFor: false }
  const key = socket.getPeerX509Certificate()?.publicKey.export({ format: 'der', type: 'spki' })
  return {
    spki: key ? createHash('sha256').update(key).digest('hex') : null,
    isVouchedFor: socket.authorized,
  }
}

function timedOut(): Error {
  return Object.assign(new Error('no connection'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
}
