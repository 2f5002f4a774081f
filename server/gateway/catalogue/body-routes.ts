import type { BodyDoor } from '../common/upstream.ts'
import type { Model, Route } from './catalogue.ts'

export interface BodyRoute {
  readonly route: Route
  readonly door: BodyDoor
}

/** The strongest route to an enclave that clients encrypt whole bodies to, one that is verified first; null where there is none. */
export function bodyRoute({ routes }: Model): BodyRoute | null {
  const all = routes.flatMap((route): readonly BodyRoute[] => {
    const door = route.upstream.enclave?.bodyDoor ?? null
    return door === null ? [] : [{ route, door }]
  })
  return all.find(({ door }) => door.established() !== null) ?? all[0] ?? null
}
