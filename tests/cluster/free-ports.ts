import { once } from 'node:events'
import { createServer } from 'node:net'

/** The first ports of loopback, from one on, that nobody listens on. */
export async function freePorts(count: number, from: number): Promise<readonly number[]> {
  const free: number[] = []
  for (let port = from; free.length < count; port += 1) if (await isFree(port)) free.push(port)
  return free
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
