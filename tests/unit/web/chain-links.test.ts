import { expect, test } from 'vitest'
import { claims, type CheckId } from '#shared/claims.ts'
import { fail, pass } from '#shared/checks.ts'
import { chainLinks, linkPlans } from '../../../web/judge/chain-links.ts'

/** Checks of an exchange by its own client, and the six that are put together out of others. */
const elsewhere = /^(?:e2ee\.|enclave\.(?!signed))/

const kind = { enclave: 'hardware', origin: 'asked here' } as const

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
  expect([first?.status, first?.because, second?.status]).toEqual(['fail', 'another root', 'moot'])
})

test('what was not checked is not passed', () => {
  expect(chainLinks([], ids, kind).map(({ status }) => status)).toEqual(linkPlans.map(() => 'skip'))
  expect(chainLinks([], [], kind).map(({ status }) => status)).toEqual(linkPlans.map(() => 'skip'))
})
