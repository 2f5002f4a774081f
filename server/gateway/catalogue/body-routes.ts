import type { BodyScheme } from '#shared/body-relay/body-scheme.ts'
import type { BodyDoor } from '../common/upstream.ts'
import type { Model, Route } from './catalogue.ts'

export interface BodyRoute {
  readonly route: Route
  readonly door: BodyDoor
}

/**
 * The strongest route to an enclave that clients encrypt bodies to, one that is verified first; null where there is none.
 * @param scheme in which they do; any where it is left out
 */
export function bodyRoute({ routes }: Model, scheme?: BodyScheme): BodyRoute | null {
  const all = routes.flatMap((route): readonly BodyRoute[] => {
    const door = route.upstream.enclave?.bodyDoor ?? null
    const isMeant = door !== null && (scheme === undefined || door.scheme === scheme)
    return isMeant ? [{ route, door }] : []
  })
  return all.find(({ door }) => door.established() !== null) ?? all[0] ?? null
}
