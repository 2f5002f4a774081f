import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Looks after the connections on which nothing was asked yet: a browser opens some ahead. Node takes them
 * for busy ones, and its server would wait for them before it ends.
 * @returns closes them, and each that comes later
 */
export function watchUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>()
  let isEnding = false
  server.on('connection', (socket: Socket) => {
    if (isEnding) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    isEnding = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
