import { expect, test } from 'vitest'
import { bodyRoute } from '../../../../server/gateway/catalogue/body-routes.ts'
import type { Model } from '../../../../server/gateway/catalogue/catalogue.ts'

/** A route to an enclave that clients encrypt to in this way. */
const routeTo = (scheme: string, isVerified: boolean) => ({
  upstream: { enclave: { bodyDoor: { scheme, established: () => (isVerified ? {} : null) } } },
})

test('a body goes to an enclave that opens what is encrypted in its way, one that is verified first', () => {
  const routes = [routeTo('ehbp-1', true), routeTo('near-2', false), routeTo('near-2', true)]
  const model = { routes } as unknown as Model
  expect(bodyRoute(model, 'near-2')?.route).toBe(routes[2])
  expect(bodyRoute({ ...model, routes: model.routes.slice(0, 2) }, 'near-2')?.route).toBe(routes[1])
  expect(bodyRoute(model, 'chutes-1')).toBeNull()
})
