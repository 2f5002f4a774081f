import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server of this machine that can be cut, so that what is sent goes nowhere and nobody is told. */
export interface TcpGap {
  readonly port: number
  cut(): void
  heal(): void
  close(): void
}

export async function startTcpGap(to: number): Promise<TcpGap> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (piece) => {
        if (!isCut) into.write(piece)
      })
      from.on('error', () => {})
      from.once('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
    },
    heal() {
      isCut = false
      // What was under way is lost, as it is when a route comes back.
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
