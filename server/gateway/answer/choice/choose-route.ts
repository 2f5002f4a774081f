import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { compareModes, isEnclaveMode, type Mode } from '#shared/modes.ts'
import { attestationUnavailable } from '../../catalogue/attestation-unavailable.ts'
import type { Model, Route } from '../../catalogue/catalogue.ts'
import { GatewayError, doNotRetry } from '../../common/errors.ts'
import { modeHeader } from '../answer-headers.ts'
import { UpstreamRefused, type LegFailure } from './leg-failures.ts'
import { mostUsefulRefusal } from './most-useful-refusal.ts'
import { pickByWeight } from './pick-by-weight.ts'
import type { Routing } from './route-health.ts'
import type { Why } from '../why.ts'

interface RouteChoice {
  readonly route: Route
  /** Null when the strongest mode was delivered. */
  readonly why: Why | null
}

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
  /** The health of a chosen route; null if no other route serves in the same mode, since then there is no choice. */
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

interface Wish {
  /** The caller's `shown_mode`. */
  readonly shownMode: Mode | null
  /** Routes that failed for this request already. */
  readonly tried: ReadonlySet<Route>
  /** The mode in which the request was sent to somebody already, who refused it; null while nobody got it. */
  readonly sentIn: Mode | null
  /** Why the last enclave that was tried is not verified; null when none was. */
  readonly refused: readonly RefusedCheck[] | null
}

/**
 * A route with the strongest mode that can be delivered now.
 * @throws {GatewayError} shown_mode_stale, attestation_unavailable, upstream_error
 */
export function chooseRoute(model: Model, wish: Wish, routing: Routing): RouteChoice {
  const { shownMode, tried, sentIn, refused } = wish
  const untried = model.routes.filter(
    (route) => !tried.has(route) && (sentIn === null || route.mode === sentIn),
  )
  const states = untried.map((route) => ({ route, state: route.upstream.availability() }))
  const able = states.filter(({ state }) => state.available)
  const usable =
    able.length > 0
      ? able
      : states.filter(({ state }) => !state.available && state.kind === 'backing-off')
  const route = amongEqual(
    usable.map((each) => each.route),
    { routing, isFirst: sentIn === null },
  )
  if (route === null) throw noRoute(model, untried, refused)

  if (shownMode !== null && compareModes(route.mode, shownMode) < 0) {
    throw new GatewayError(
      'shown_mode_stale',
      requestErrors.shownModeStale(shownMode, route.mode),
      {
        extra: { shown_mode: shownMode, would_deliver: route.mode },
        headers: { ...doNotRetry, [modeHeader]: route.mode },
      },
    )
  }
  return { route, why: reason(model, route) }
}

interface Among {
  readonly routing: Routing
  /** Whether nobody was sent the request yet. */
  readonly isFirst: boolean
}

/**
 * Of the first mode's routes one that did not fail lately, by weight; else the one whose pause ends first. One that asked to be
 * left alone is, where somebody else was asked already.
 * @param routes strongest mode first
 */
function amongEqual(routes: readonly Route[], { routing, isFirst }: Among): Route | null {
  const [first] = routes
  if (first === undefined || routes.length === 1) {
    return first !== undefined && (isFirst || !routing.health.asksToWait(first)) ? first : null
  }
  const { health, random } = routing
  const equal = routes.filter(({ mode }) => mode === first.mode)
  const [well, ...others] = equal.filter((route) => health.pauseOf(route) === 0)
  const willing = isFirst ? equal : equal.filter((route) => !health.asksToWait(route))
  const [soonest] = willing.toSorted((one, other) => health.pauseOf(one) - health.pauseOf(other))
  const route = well === undefined ? soonest : pickByWeight([well, ...others], random)
  if (route === undefined) return null
  health.probe(route)
  return route
}

/** @param untried routes that are left, none of which can be used */
function noRoute(
  model: Model,
  untried: readonly Route[],
  refused: readonly RefusedCheck[] | null,
): GatewayError {
  const [first] = untried.flatMap(({ upstream }) => {
    const state = upstream.availability()
    return !state.available && state.kind === 'unverified' ? [state.checks] : []
  })
  const checks = refused ?? first
  // Where a weaker route is there and failed, that it failed is what the caller can act on.
  const isEnclaveOnly = model.routes.every(({ mode }) => isEnclaveMode(mode))
  return checks && isEnclaveOnly ? attestationUnavailable(checks) : unreachable()
}

function unreachable(): GatewayError {
  return new GatewayError('upstream_error', providerErrors.unreachable)
}

/** @param model its strongest route is its first */
function reason({ routes: [strongest] }: Model, { mode }: Route): Why | null {
  if (mode === 'tee') return null
  if (strongest?.mode === 'tee') {
    return {
      code: 'enclave_unavailable',
      message: enclaveErrors.noneVerifiedWhenAsked,
    }
  }
  if (mode === 'anonymized' && strongest?.mode === 'private') {
    return {
      code: 'private_unavailable',
      message: providerErrors.privateUnreachable,
    }
  }
  return { code: 'no_enclave_route', message: enclaveErrors.noEnclave }
}
