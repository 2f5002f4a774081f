import type { Server, ServerResponse } from 'node:http'
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
    for (const socket of open) if (isUnused(socket)) socket.destroy()
  }
}

/** Nothing was answered over it, and nothing is being answered: what it has sent is no whole head of a request. */
function isUnused(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null }
  return socket.bytesWritten === 0 && !answer
}
