import { constants } from 'node:os'

interface Stoppable {
  stop(): Promise<void> | void
}

/** What a program started, which ends with it. */
export interface StartedServers {
  /** @returns what is starting */
  add<Each extends Stoppable>(starting: Promise<Each>): Promise<Each>
  /** Ends all of them, the last one first, and waits for those that are starting; again, waits for the same end. */
  end(): Promise<void>
}

/** A program that is told to end by SIGINT, SIGTERM or SIGHUP ends what it added here, and then itself. */
export function endBySignal({ exitCode }: { readonly exitCode?: number } = {}): StartedServers {
  const servers = startedServers()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void servers.end().finally(() => process.exit(exitCode ?? 128 + constants.signals[signal]))
    })
  }
  return servers
}

export function startedServers(): StartedServers {
  const started: Promise<Stoppable>[] = []
  let ending: Promise<void> | null = null

  async function endAll(): Promise<void> {
    for (let last = started.pop(); last !== undefined; last = started.pop()) {
      // Whoever waits for one that does not start is told so.
      const server = await last.catch(() => null)
      await server?.stop()
    }
  }

  return {
    add(starting) {
      started.push(starting)
      return starting
    },
    end: () => (ending ??= endAll()),
  }
}
