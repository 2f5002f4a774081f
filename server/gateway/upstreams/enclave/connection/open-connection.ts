import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'

/** What was seen of the other end, before anything was sent to it. */
export interface PeerKey {
  /** SHA-256 of the TLS key's SPKI, 64 hex digits; null without TLS. */
  readonly spki: string | null
  /** Whether certificate authorities that are known here vouch for the host. */
  readonly isVouchedFor: boolean
}

export interface Connection {
  readonly socket: Socket | TLSSocket
  readonly peer: PeerKey
}

interface ConnectInput {
  readonly origin: string
  readonly timeoutMs: number
  /** PEM of authorities known beside the built-in ones. */
  readonly authorities: readonly string[]
  /** A proxy that passes the connection on; null for straight there. */
  readonly through: URL | null
}

/**
 * Connects, and looks at the key: which key the other end proves to hold is the question, and a
 * certificate authority's word about it is only one of the possible answers.
 * @throws {Error} with the `code` of a connection that could not be had
 */
export async function openConnection(input: ConnectInput): Promise<Connection> {
  const { protocol, hostname, port } = new URL(input.origin)
  const isTls = protocol === 'https:'
  // TLS and sockets want an IPv6 address without its brackets.
  const target = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 443 : 80),
  }
  const tunnel = input.through === null ? null : await openTunnel(target, input.through, input)
  return new Promise((resolve, reject) => {
    const socket = isTls ? openTls(target, tunnel, input) : connectTcp(target)
    const timer = setTimeout(() => socket.destroy(timedOut()), input.timeoutMs)
    socket.setNoDelay(true)
    // Stays for as long as nobody else listens.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('close', () => {
      clearTimeout(timer)
      reject(timedOut())
    })
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      resolve({ socket, peer: peerKey(socket) })
    })
  })
}

interface Target {
  readonly host: string
  readonly port: number
}

function openTls(target: Target, tunnel: Socket | null, { authorities }: ConnectInput): TLSSocket {
  return connectTls({
    ...(tunnel === null ? target : { socket: tunnel }),
    // TLS has no names for addresses.
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
    ALPNProtocols: ['http/1.1'],
    secureContext: contextOf(authorities),
    // Judged by whoever uses the connection, from `isVouchedFor` and the key itself.
    rejectUnauthorized: false,
  })
}

/** Through a proxy, which learns the name and sees nothing of what is inside. @throws {Error} with a `code` */
function openTunnel(
  { host, port }: Target,
  through: URL,
  { timeoutMs }: ConnectInput,
): Promise<Socket> {
  const place = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { username, password } = through
  const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const asked = (through.protocol === 'https:' ? httpsRequest : httpRequest)({
    host: through.hostname.replace(/^\[|\]$/g, ''),
    port: Number(through.port) || (through.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: place,
    headers: {
      host: place,
      ...(username === ''
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(credential).toString('base64')}` }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  })
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket)
      else {
        socket.destroy()
        reject(Object.assign(new Error('the proxy refused'), { code: 'ERR_PROXY_REFUSED' }))
      }
    })
    asked.end()
  })
}

const contexts = new Map<string, SecureContext>()

/** The built-in authorities alone take 15 ms to read: once for all upstreams that name the same beside them. */
function contextOf(authorities: readonly string[]): SecureContext {
  const name = authorities.join('\n')
  const known = contexts.get(name)
  if (known !== undefined) return known
  const context = createSecureContext({ ca: [...rootCertificates, ...authorities] })
  contexts.set(name, context)
  return context
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
