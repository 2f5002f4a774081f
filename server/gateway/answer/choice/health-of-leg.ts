import type { Model, Route } from '../../catalogue/catalogue.ts'
import type { RouteHealth } from './route-health.ts'

/** Told how a call went. */
export interface LegHealth {
  succeed(): void
  fail(): void
}

/** Null where no other route serves in the same mode: then there is nothing to choose by it. */
export function healthOfLeg(
  route: Route,
  { routes }: Pick<Model, 'routes'>,
  health: RouteHealth,
): LegHealth | null {
  const isAlone = routes.every((each) => each === route || each.mode !== route.mode)
  if (isAlone) return null
  return { succeed: () => health.succeed(route), fail: () => health.fail(route, null) }
}
