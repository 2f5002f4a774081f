import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../config/parse-environment.ts'

export type SafeLogger = Logger

/**
 * What may be said of an error in a log: its kind, its code, and where it happened. Not its message:
 * V8's JSON errors quote their input, and upstreams quote prompts.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    at: frames.map((line) => line.trim()),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

export function createLogger(level: LogLevel, destination?: DestinationStream): SafeLogger {
  const options = { level, base: null, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}
