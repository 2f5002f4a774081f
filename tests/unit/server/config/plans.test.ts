import { expect, test } from 'vitest'
import { createPlans } from '../../../../server/gateway/config/plans.ts'

test('without a configuration there are two plans, and the weaker one is what a key gets', () => {
  const { first, all } = createPlans()
  expect(all).toEqual([
    { id: 'free', rank: 0, requestsPerMinute: 60, budgets: null },
    { id: 'paid', rank: 1, requestsPerMinute: 600, budgets: null },
  ])
  expect(first).toBe(all[0])
})

test('a plan entitles to what it and weaker ones do, and to nothing stronger', () => {
  const plans = createPlans(['one', 'two', 'three'].map((id) => ({ id, requests_per_minute: 1 })))
  const granted = plans.all.map((plan) =>
    plans.all.filter(({ id }) => plans.entitles(plan, id)).map(({ id }) => id),
  )
  expect(granted).toEqual([['one'], ['one', 'two'], ['one', 'two', 'three']])
})

test('who is signed out has no plan, and nobody has a plan that is unknown', () => {
  const plans = createPlans()
  expect(plans.entitles(null, 'free')).toBe(false)
  expect(plans.entitles(plans.find('paid'), 'gold')).toBe(false)
  expect(plans.find('gold')).toBeNull()
})

test('a configuration without plans is refused', () => {
  expect(() => createPlans([])).toThrow(/Name at least one plan/)
})
