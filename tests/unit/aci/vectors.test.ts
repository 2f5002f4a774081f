import { expect, test } from 'vitest'
import vectors from '../../vectors/aci-protocol.aci.json' with { type: 'json' }
import { runAciVectors } from '../../support/enclave/run-aci-vectors.ts'

const results = runAciVectors(vectors)

test('the vectors were run', () => {
  expect(results.length).toBeGreaterThan(20)
})

test.each(results)('vector of the protocol: $name', ({ found, expected }) => {
  expect(found).toBe(expected)
})
