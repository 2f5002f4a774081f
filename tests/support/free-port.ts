import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system hands out by itself (from 32768 on Linux), so that none of those takes it. */
const lowest = 20_000
const portsOfAWorker = 1_000

/** For a program that cannot choose one itself: each worker looks among its own. */
export async function freePort(): Promise<number> {
  const first = lowest + Number(process.env['VITEST_POOL_ID'] ?? 0) * portsOfAWorker
  for (let port = first + (process.pid % portsOfAWorker); ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
