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
} from '../support/providers/provider-lies.ts'

interface Provider {
  readonly faults: Readonly<Record<string, string>>
  readonly lies: readonly { readonly lie: string; readonly fails: readonly string[] }[]
  /** What claims nothing: an answer that breaks off or fails, and what is not there at all; or what nobody can find. */
  readonly noLies: readonly string[]
}

const providers: Readonly<Record<string, Provider>> = {
  near: { faults: nearFaults, lies: nearLies, noLies: ['cut-stream', 'hang', 'http-500'] },
  tinfoil: {
    faults: tinfoilFaults,
    lies: [...tinfoilLies, ...tinfoilAnswerLies],
    // Judged as not shown, or as an error of the gateway's own.
    noLies: ['no-release', 'no-document', 'hang'],
  },
  venice: { faults: veniceFaults, lies: veniceLies, noLies: ['no-id', 'hang'] },
  chutes: {
    faults: chutesFaults,
    lies: chutesLies,
    noLies: ['no-numbers', 'one-instance-fails', 'frame-left-out'],
  },
}

test.each(Object.entries(providers))(
  'every lie that a simulated %s knows is told',
  (_who, { faults, lies, noLies }) => {
    const told = new Set([...lies.map(({ lie }) => lie), ...noLies])
    expect([...told].toSorted()).toEqual(Object.keys(faults).toSorted())
  },
)

test('what refuses a lie is a check, or the code of an error', () => {
  const names = Object.values(providers).flatMap(({ lies }) => lies.flatMap(({ fails }) => fails))
  const others = names.filter((name) => !Object.hasOwn(claims, name.replace(/ \(.*\)$/, '')))
  expect([...new Set(others)].toSorted()).toEqual(['upstream_error', 'upstream_timeout'])
})
