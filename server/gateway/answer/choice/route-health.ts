import type { Route } from '../../catalogue/catalogue.ts'

/**
 * Which routes failed lately, so that others of the same mode are asked first. It never decides a mode: a route that is
 * the only one of its mode is asked however often it failed.
 */
export interface RouteHealth {
  /** Milliseconds until a route is to be asked again, 0 for one that is well. */
  pauseOf(route: Route): number
  /** Whether it named its pause by itself. */
  asksToWait(route: Route): boolean
  /** Called before a route is asked: when its pause is over, only one request tries the route first. */
  probe(route: Route): void
  /** @param retryAfter the upstream's header, or null */
  fail(route: Route, retryAfter: string | null): void
  succeed(route: Route): void
}

/** What all requests know of routes, and how they spread over them. */
export interface Routing {
  readonly health: RouteHealth
  /** At least 0 and less than 1. */
  readonly random: () => number
}

interface HealthDeps {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number
  readonly now: () => Date
}

interface Pause {
  readonly failures: number
  readonly untilMs: number
  readonly isAskedFor: boolean
  /** Its pause was over, and a request finds out how it is. */
  readonly isProbed: boolean
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** Longest pause that an upstream may ask for. */
const longestAskedMs = 3_600_000

/** Pauses double with each failure; failures of requests that were under way together count as one. */
export function createRouteHealth({ monotonicMs, now }: HealthDeps): RouteHealth {
  const pauses = new WeakMap<Route, Pause>()

  function pauseOf(route: Route): number {
    const pause = pauses.get(route)
    return pause === undefined ? 0 : Math.max(0, pause.untilMs - monotonicMs())
  }

  return {
    pauseOf,
    asksToWait: (route) => pauseOf(route) > 0 && pauses.get(route)?.isAskedFor === true,
    probe(route) {
      const pause = pauses.get(route)
      if (pause === undefined || pauseOf(route) > 0) return
      const untilMs = monotonicMs() + pauseAfter(pause.failures)
      pauses.set(route, { ...pause, untilMs, isAskedFor: false, isProbed: true })
    },
    fail(route, retryAfter) {
      const before = pauses.get(route)
      const isPausing = pauseOf(route) > 0 && before?.isProbed !== true
      const failures = (before?.failures ?? 0) + (isPausing ? 0 : 1)
      const askedMs = Math.min(millisecondsOf(retryAfter, now()), longestAskedMs)
      const untilMs = monotonicMs() + Math.max(askedMs, isPausing ? 0 : pauseAfter(failures))
      pauses.set(route, {
        failures,
        untilMs: Math.max(untilMs, before?.untilMs ?? 0),
        isAskedFor: askedMs > 0 || (isPausing && before?.isAskedFor === true),
        isProbed: false,
      })
    },
    succeed(route) {
      pauses.delete(route)
    },
  }
}

/** @param failures at least one */
function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
}

/** Seconds or a date of HTTP; 0 for anything else. */
function millisecondsOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
