import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { simulatedReferenceValues } from '#shared/attestation/appraise/simulated-reference-values.ts'
import { simulationReferenceValues } from '../../../../../server/demo/enclave/make-enclave.ts'

test('what verifiers of a simulation pin is what the simulated enclave measures to', () => {
  const rootScalar = createHash('sha256').update('countersign simulated key management').digest()
  expect(simulatedReferenceValues).toEqual(simulationReferenceValues({ rootScalar }))
})
