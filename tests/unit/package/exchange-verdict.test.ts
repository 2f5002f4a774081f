import { expect, test } from 'vitest'
import { exchangeVerdict } from '#shared/package/exchange-verdict.ts'

type Found = Parameters<typeof exchangeVerdict>[0]
type Demands = Parameters<typeof exchangeVerdict>[3]

const outcomeOf = (found: Partial<Found>, demands: Partial<Demands> = {}) =>
  exchangeVerdict(
    { state: 'verified', verdict: 'verified', mode: 'tee', ...found } as Found,
    null,
    { messages: [], message: null },
    { atLeast: 'tee', simulation: 'reject', host: 'verified-here', ...demands } as Demands,
  ).outcome

test('only what was verified here is returned, and a claim only where its host was accepted', () => {
  const accepting = { host: 'on-the-providers-claim', simulation: 'accept' } as const
  expect(outcomeOf({})).toBe('returned')
  expect(outcomeOf({ state: 'providers-claim' }, accepting)).toBe('returned')
  expect(outcomeOf({ state: 'simulated' }, accepting)).toBe('returned')
  expect(outcomeOf({ state: 'providers-claim' })).toBe('refused')
  expect(outcomeOf({ state: 'simulated' })).toBe('refused')
  expect(outcomeOf({ verdict: 'partial' }, accepting)).toBe('refused')
  expect(outcomeOf({}, { ...accepting, atLeast: 'e2ee' })).toBe('refused')
  for (const state of [
    'gateways-claim',
    'promised',
    'not-fully-checked',
    'unknown-signer',
  ] as const) {
    expect(outcomeOf({ state }, accepting), state).toBe('refused')
  }
})
