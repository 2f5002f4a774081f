import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../server/main.ts')

interface InstanceOptions {
  readonly port: number
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Told how a life of it ended in which it listened: by a signal, or with an exit code. */
  readonly ended?: (how: string) => void
}

/** One gateway of several, as a process. */
export interface Instance {
  readonly port: number
  readonly address: string
  /** Of the process that runs now. */
  pid(): number
  /** All that it printed so far, of every life. */
  output(): string
  /** Ends it by a signal, and waits for its end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Starts it again, and waits until it listens. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
}

/** @throws what it printed, where it does not start */
export async function startInstance({
  port,
  environment,
  ended = () => {},
}: InstanceOptions): Promise<Instance> {
  let printed = ''
  let child: ChildProcess | null = null

  async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const before = printed.length
    const started = spawn(process.execPath, [program], {
      env: { ...environment, PORT: String(port), ...more },
      // Ctrl-C is for whoever started all of them.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let hasListened = false
    await new Promise<void>((resolve, reject) => {
      const hear = (piece: Buffer) => {
        printed += piece.toString('utf8')
        hasListened ||= printed.slice(before).includes('Listening on ')
        if (hasListened) resolve()
      }
      started.stdout.on('data', hear)
      started.stderr.on('data', hear)
      started.once('exit', (code, signal) => {
        if (hasListened) ended(signal === null ? `with exit code ${code}` : `by ${signal}`)
        reject(new Error(`a gateway ended: ${printed.slice(before)}`))
      })
    })
  }

  await start()
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    output: () => printed,
    async end(signal) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
    start,
  }
}
