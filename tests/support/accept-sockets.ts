import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455 section 1.3. */
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export interface Sockets {
  readonly send: (text: string) => void
  /** Drops them all: closing a server leaves them open. */
  readonly close: () => void
}

/** Takes WebSocket connections and sends texts over them; what it is sent it does not read. */
export function acceptSockets(server: Server): Sockets {
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const key = request.headers['sec-websocket-key'] ?? ''
    const accept = createHash('sha1').update(`${key}${guid}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => sockets.delete(socket))
  })
  return {
    send(text) {
      for (const socket of sockets) socket.write(textFrame(text))
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** One unmasked text frame of up to 65,535 bytes (RFC 6455 section 5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, payload.length])
      : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, payload])
}
