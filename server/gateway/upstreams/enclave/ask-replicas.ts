import { setTimeout as delay } from 'node:timers/promises'
import { getDocument } from './get-document.ts'
import type { Line } from './connection/lines.ts'
import type { Reach } from './reach-enclave.ts'

interface AskDeps {
  readonly reach: Reach<unknown>
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/**
 * Waits before each try, in milliseconds: five seconds together, for as long a document is worth waiting
 * for. Behind a load balancer each new connection may lead to another replica.
 */
const pausesMs = [0, 50, 50, 100, 150, 250, 350, 500, 600, 750, 1_000, 1_200] as const

/**
 * A document that one of the replicas has and the others do not know.
 * @param first leads to the one that has it, if any; then new connections are tried
 * @returns null when none of those that were met has it
 */
export async function askReplicas(
  path: string,
  first: Line | null,
  deps: AskDeps,
): Promise<Uint8Array | null> {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await delay(pauseMs * (0.5 + Math.random()))
    // On a busy machine those who wait go on together, in their order: a balancer that takes turns would lead each of
    // them to the same replica again, if none of them asked twice.
    const asks = pauseMs > 0 && Math.random() < 0.5 ? 2 : 1
    for (let count = 0; count < asks; count += 1) {
      const own = pauseMs === 0 && first?.isOpen() === true ? first : null
      try {
        const line = own ?? (await deps.reach('fresh')).line
        const { status, bytes } = await ask(path, line, deps).finally(() => {
          if (own === null) line.release()
        })
        if (status === 200) return bytes
        if (status !== 404) return null
      } catch {
        // The connection may have gone to a replica that is ending, or that nobody verified.
      }
    }
  }
  return null
}

/**
 * A document that whoever is at the other end of a connection has, or nobody. Where that connection is gone, the service behind it is
 * asked over another one, once.
 */
export async function askOwnLine(
  path: string,
  own: Line,
  deps: AskDeps,
): Promise<Uint8Array | null> {
  for (const isOwn of own.isOpen() ? [true, false] : [false]) {
    try {
      const line = isOwn ? own : (await deps.reach('fresh')).line
      const { status, bytes } = await ask(path, line, deps).finally(() => {
        if (!isOwn) line.release()
      })
      return status === 200 ? bytes : null
    } catch {
      // The connection broke, or nobody verified could be reached.
    }
  }
  return null
}

async function ask(path: string, line: Line, { headers, timeoutMs }: AskDeps) {
  return getDocument(line.dispatcher, { path, headers, timeoutMs })
}
