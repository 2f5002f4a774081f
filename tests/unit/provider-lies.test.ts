import { expect, test } from 'vitest'
import { claims } from '#shared/claims.ts'
import { nearFaults } from '../../server/demo/providers/near/near-faults.ts'
import { tinfoilFaults } from '../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import { nearLies, tinfoilAnswerLies, tinfoilLies } from '../support/provider-lies.ts'

/** Faults that claim nothing: an answer that breaks off or fails, and what is not there at all. */
const noLies = {
  near: ['cut-stream', 'hang', 'http-500'],
  // Judged as not shown, or as an error of the gateway's own.
  tinfoil: ['no-release', 'no-document', 'clear-answer', 'hang', 'http-500'],
}

const lies = [
  ...nearLies.map(({ lie, fails }) => ({ who: 'near', lie, fails })),
  ...tinfoilLies.map(({ lie, by, fails }) => ({
    who: `tinfoil ${JSON.stringify(by)}`,
    lie,
    fails,
  })),
  ...tinfoilAnswerLies.map(([lie, fails]) => ({ who: 'tinfoil, encrypted', lie, fails: [fails] })),
]

test('forty lies and more are each refused by one check alone', () => {
  const alone = lies.filter(({ fails }) => fails.length === 1)
  expect(new Set(alone.map(({ who, lie }) => `${who} ${lie}`)).size).toBe(alone.length)
  expect(alone.length).toBeGreaterThanOrEqual(40)
  // One behind another: the same lie on another processor, or in another form, is counted once here.
  expect(
    new Set(alone.map(({ who, lie }) => `${who.split(' ')[0]} ${lie}`)).size,
  ).toBeGreaterThanOrEqual(40)
})

test('every name is one of a check', () => {
  for (const id of lies.flatMap(({ fails }) => fails)) {
    expect(Object.keys(claims)).toContain(id.replace(/ \(.*\)$/, ''))
  }
})

test('every lie that a simulated provider knows is told', () => {
  const told = (who: string) => lies.flatMap((each) => (each.who.startsWith(who) ? [each.lie] : []))
  for (const [who, faults] of Object.entries({ near: nearFaults, tinfoil: tinfoilFaults })) {
    const known = [...told(who), ...noLies[who as keyof typeof noLies]]
    expect([...new Set(known)].toSorted()).toEqual(Object.keys(faults).toSorted())
  }
})
