import type { Readable } from 'node:stream'

/** A server of this machine alone, whose data goes with it. */
export interface LocalServer {
  readonly port: number
  readonly address: string
  readonly pid: number
  /** Ends it at once, whatever it does. */
  stop(): Promise<void>
}

/** Waits until a server says so in its log. */
export async function untilItSays(words: string, log: Readable, name: string): Promise<void> {
  let said = ''
  for await (const piece of log.iterator({ destroyOnReturn: false })) {
    said += String(piece)
    if (said.includes(words)) {
      log.resume()
      return
    }
  }
  throw new Error(`${name} ended: ${said}`)
}
