import type { ServerResponse } from 'node:http'

const lineEnd = '\r\n'

/**
 * Writes a piece of a body as one buffer, its frame of the chunked transfer coding (RFC 9112 section 7.1)
 * included: Node's own `write` makes four of it, which for a token costs more than all else does.
 * Where the body is not chunked (HTTP/1.0), Node writes it.
 * @param response one whose head has left
 * @returns false when the caller reads slowly, and nothing more should be written until the socket drains
 */
export function writeChunk(response: ServerResponse, bytes: Uint8Array): boolean {
  const { socket } = response
  // A frame of no bytes would end the body.
  if (bytes.length === 0) return true
  if (socket === null || !response.chunkedEncoding) return response.write(bytes)
  const size = `${bytes.length.toString(16)}${lineEnd}`
  const frame = Buffer.allocUnsafe(size.length + bytes.length + lineEnd.length)
  frame.write(size, 0, 'latin1')
  frame.set(bytes, size.length)
  frame.write(lineEnd, size.length + bytes.length, 'latin1')
  return socket.write(frame)
}
