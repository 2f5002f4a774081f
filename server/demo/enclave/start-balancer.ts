import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer {
  readonly port: number
  close(): Promise<void>
}

/** One address before several replicas: each new connection goes to the next one, byte for byte. */
export async function startBalancer(
  ports: () => readonly number[],
  wantedPort: number,
): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((near) => {
    const all = ports()
    const far = connect(all[turn % all.length] ?? 0, '127.0.0.1')
    turn += 1
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
