import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { chutesFaults } from '../../server/demo/providers/chutes/chutes-faults.ts'
import { nearFaults } from '../../server/demo/providers/near/near-faults.ts'
import { tinfoilFaults } from '../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import { veniceFaults } from '../../server/demo/providers/venice/venice-faults.ts'
import {
  chutesLies,
  nearLies,
  tinfoilAnswerLies,
  tinfoilLies,
  veniceLies,
} from '../support/provider-lies.ts'

/** What claims nothing: an answer that breaks off or fails, and what is not there at all; or what nobody can find. */
const noLies: Readonly<Record<string, readonly string[]>> = {
  near: ['cut-stream', 'hang', 'http-500'],
  // Judged as not shown, or as an error of the gateway's own.
  tinfoil: ['no-release', 'no-document', 'hang'],
  venice: ['no-id', 'hang'],
  chutes: ['no-numbers', 'one-instance-fails', 'frame-left-out'],
}

interface Told {
  readonly provider: string
  /** To whom, and in which form. */
  readonly where: string
  readonly lie: string
  readonly fails: readonly string[]
}

const toldBy = (
  provider: string,
  told: readonly {
    readonly lie: string
    readonly told: string
    readonly fails: readonly string[]
  }[],
) => told.map(({ lie, told: where, fails }): Told => ({ provider, where, lie, fails }))

const told: readonly Told[] = [
  ...toldBy('near', nearLies),
  // Who encrypts is told in the answer what a gateway is told.
  ...toldBy(
    'near',
    nearLies.filter((each) => each.told === 'after'),
  ).map((each) => ({
    ...each,
    where: 'encrypted',
  })),
  ...tinfoilLies.map(({ by, ...each }) => ({
    ...each,
    provider: 'tinfoil',
    where: JSON.stringify(by),
  })),
  ...toldBy('tinfoil', tinfoilAnswerLies),
  ...toldBy('venice', veniceLies),
  // Whole answers are put together of a stream, by code of their own.
  ...toldBy(
    'venice',
    veniceLies.filter((each) => each.told === 'encrypted'),
  ).map((each) => ({
    ...each,
    where: 'encrypted, streamed',
  })),
  ...toldBy('chutes', chutesLies),
]

const isOfCheck = (id: string) => Object.hasOwn(claims, id.replace(/ \(.*\)$/, ''))
const lies = told.filter(({ fails }) => fails.every(isOfCheck))

const countOf = (some: readonly Told[]) =>
  new Set(some.map(({ provider, where, lie }) => `${provider} ${where} ${lie}`)).size

test('forty lies and more are each refused by one check alone', () => {
  const alone = lies.filter(({ fails }) => fails.length === 1)
  // The same lie told to another reader, on another processor or in another form, is counted once here.
  expect(countOf(alone.map((each) => ({ ...each, where: '' })))).toBeGreaterThanOrEqual(40)
})

test.each(Object.keys(noLies))(
  'each lie of %s is told once to each reader, and thirty and more are found by name',
  (who) => {
    const own = lies.filter(({ provider }) => provider === who)
    expect(countOf(own)).toBe(own.length)
    expect(own.length).toBeGreaterThanOrEqual(30)
  },
)

test('every other name is the code of an error', () => {
  const others = told.flatMap(({ fails }) => fails).filter((name) => !isOfCheck(name))
  expect([...new Set(others)].toSorted()).toEqual(['upstream_error', 'upstream_timeout'])
})

test('every lie that a simulated provider knows is told', () => {
  const faults = {
    near: nearFaults,
    tinfoil: tinfoilFaults,
    venice: veniceFaults,
    chutes: chutesFaults,
  }
  for (const [who, known] of Object.entries(faults)) {
    const own = told.flatMap(({ provider, lie }) => (provider === who ? [lie] : []))
    const all = [...new Set([...own, ...(noLies[who] ?? [])])]
    expect(all.toSorted()).toEqual(Object.keys(known).toSorted())
  }
})
