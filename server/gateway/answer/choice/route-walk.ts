import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { Mode } from '#shared/modes.ts'
import type { Model, Route } from '../../catalogue/catalogue.ts'
import { UpstreamRefused, type LegFailure } from './leg-failures.ts'
import { chooseRoute, type RouteChoice } from './choose-route.ts'
import { mostUsefulRefusal } from './most-useful-refusal.ts'
import type { Routing } from './route-health.ts'

/** Told how a call went. */
export interface LegHealth {
  succeed(): void
  fail(): void
}

/** The routes that one request is sent over, one after another. */
export interface RouteWalk {
  /**
   * @param failed how the one before ended; null for the first
   * @throws {GatewayError} when none is left, or the next would be too weak
   */
  next(failed: LegFailure | null): RouteChoice
  /** Of a route that was chosen; null where no other serves in the same mode: then there is nothing to choose by it. */
  healthOf(route: Route): LegHealth | null
}

/**
 * The strongest mode that can be served now; a route that was not reached is followed by any other. One that was sent
 * the request and refused it is followed by those of its own mode alone: what was shown to somebody in one mode is not shown
 * to somebody else in a weaker one.
 */
export function createRouteWalk(model: Model, shownMode: Mode | null, routing: Routing): RouteWalk {
  const tried = new Set<Route>()
  const refusals: UpstreamRefused[] = []
  let last: Route | null = null
  let sentIn: Mode | null = null
  let checks: readonly RefusedCheck[] | null = null

  function learn(route: Route, failed: LegFailure): void {
    tried.add(route)
    if (failed instanceof UpstreamRefused) {
      refusals.push(failed)
      sentIn = route.mode
      routing.health.fail(route, failed.retryAfter)
    } else {
      checks = failed.checks ?? checks
      routing.health.fail(route, null)
    }
  }

  return {
    next(failed) {
      if (last !== null && failed !== null) learn(last, failed)
      try {
        const choice = chooseRoute(model, { shownMode, tried, sentIn, refused: checks }, routing)
        last = choice.route
        return choice
      } catch (error) {
        throw mostUsefulRefusal(refusals) ?? error
      }
    },
    healthOf(route) {
      const isAlone = model.routes.every((each) => each === route || each.mode !== route.mode)
      if (isAlone) return null
      const { health } = routing
      return { succeed: () => health.succeed(route), fail: () => health.fail(route, null) }
    },
  }
}
