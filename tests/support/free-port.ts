import { freePorts } from '../cluster/free-ports.ts'

/** Below the ports that a system hands out by itself (from 32768 on Linux), so that none of those takes it. */
const lowest = 20_000
const portsOfAWorker = 1_000

/** For a program that cannot choose one itself: each worker looks among its own. */
export async function freePort(): Promise<number> {
  const first = lowest + Number(process.env['VITEST_POOL_ID'] ?? 0) * portsOfAWorker
  const [port = first] = await freePorts(1, first + (process.pid % portsOfAWorker))
  return port
}
