import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** On loopback, on a free port unless one is named; its end ends all connections. */
export async function listenHere(server: Server, port = 0) {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    port: taken,
    origin: `http://127.0.0.1:${taken}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
