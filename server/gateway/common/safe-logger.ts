import { destination, pino, type DestinationStream, type Logger } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

export type SafeLogger = Logger

/** Their messages are for operators: none holds a value of a request, of a caller, or a key. */
const ourErrors: readonly string[] = ['ConfigError', 'SignerError', 'StoreError']

/**
 * What may be said of an error in a log: its kind, its code, and where it happened. Not the
 * message of another's: V8's JSON errors quote their input, and upstreams quote prompts.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const { code, errcode, errstr } = error as Readonly<
    Partial<Record<'code' | 'errcode' | 'errstr', unknown>>
  >
  const isOurs = ourErrors.includes(error.name)
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isOurs ? { message: error.message } : {}),
    // SQLite's own number and words for a kind of failure.
    ...(typeof errcode === 'number' ? { errcode, errstr } : {}),
    at: frames.map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

/** Lines go to standard output, unless they are told where to. */
export function createLogger(
  level: LogLevel,
  // With a least length, pino can say when all has left.
  lines: DestinationStream = destination({ dest: 1, minLength: 1, sync: false }),
): SafeLogger {
  return pino({ level, base: null, serializers: { err: describeError } }, lines)
}

/**
 * Waits until each line has left, or cannot leave. At its exit a process writes what is left, and where nobody reads that
 * any longer, pino would try for ever.
 */
export function linesLeft(logger: SafeLogger): Promise<void> {
  return new Promise((resolve) => {
    logger.flush(() => resolve())
  })
}
