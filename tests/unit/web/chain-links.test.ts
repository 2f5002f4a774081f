import { expect, test } from 'vitest'
import { claims, type CheckId } from '#shared/claims.ts'
import { fail, pass, skip } from '#shared/checks.ts'
import type { Check } from '#shared/verdict.ts'
import { chainLinks } from '../../../web/judge/chain-links.ts'
import { linkPlans } from '../../../web/judge/link-plans.ts'

/** Checks of an exchange by its own client, and the six that are put together out of others. */
const elsewhere = /^(?:e2ee\.|enclave\.(?!signed))/

const naming = { signer: 'gateway.example', claimOf: (id: CheckId) => claims[id] }
const kind = { enclave: 'hardware', origin: 'asked here', naming } as const

const ids = (Object.keys(claims) as CheckId[]).filter((id) => !elsewhere.test(id))

test('every check of a chain belongs to exactly one link', () => {
  for (const id of ids) {
    expect(
      linkPlans.filter(({ isOwn }) => isOwn(id)).map((plan) => plan.id),
      id,
    ).toHaveLength(1)
  }
})

test('a link holds when all of it passed, and says what does not', () => {
  const all = ids.map((id) => pass(id))
  expect(chainLinks(all, ids, kind).map(({ status }) => status)).toEqual(
    linkPlans.map(() => 'pass'),
  )
  const broken = ids.map((id) => (id === 'quote.root' ? fail(id, 'another root') : pass(id)))
  const [first, second] = chainLinks(broken, ids, kind)
  expect([first?.status, second?.status]).toEqual(['fail', 'not-counted'])
  expect(first?.because).toBe('The enclave’s proof does not lead to the maker of the processor.')
})

test('links of a simulated enclave hold in the simulation, and break where they fail', () => {
  const simulated = { ...kind, enclave: 'simulated' } as const
  const all = ids.map((id) => (id === 'receipt.hardware' ? skip(id, 'simulated') : pass(id)))
  const statuses = (checks: readonly Check[]) =>
    chainLinks(checks, ids, simulated).map(({ status }) => status)
  expect(statuses(all)).toEqual([...Array.from({ length: 5 }, () => 'simulated'), 'pass', 'pass'])
  const broken = all.map((check) =>
    check.id === 'aci.keyset-digest' ? fail(check.id, 'another') : check,
  )
  expect(statuses(broken)).toEqual([
    'simulated',
    'simulated',
    'fail',
    'not-counted',
    'not-counted',
    'not-counted',
    'not-counted',
  ])
})

test('what was not checked is not passed', () => {
  expect(chainLinks([], ids, kind).map(({ status }) => status)).toEqual(linkPlans.map(() => 'skip'))
  expect(chainLinks([], [], kind).map(({ status }) => status)).toEqual(linkPlans.map(() => 'skip'))
})
