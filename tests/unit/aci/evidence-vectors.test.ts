import { expect, test } from 'vitest'
import {
  appraiseReport,
  requiredEnclaveChecks,
  simulationPolicy,
} from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import type { Digest } from '#shared/digest.ts'
import { applyChanges } from '../../support/apply-changes.ts'
import vectors from '../../vectors/evidence.countersign.json' with { type: 'json' }

test.each(vectors.cases)('$name', ({ changes, failed }) => {
  const given = applyChanges(vectors.base, changes)
  const { checks, enclave } = appraiseReport(
    {
      report: Buffer.from(JSON.stringify(given.report)),
      collateral: given.collateral,
      nonce: given.nonce,
      nowSeconds: Date.parse(given.judged_at) / 1000,
    },
    simulationPolicy(parseReferenceValues(given.reference_values), given.root as Digest),
  )
  expect(checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual(failed)
  expect(enclave !== null).toBe(failed.length === 0)
})

test('for every check that is required there is a case in which it fails alone', () => {
  const alone = new Set(
    vectors.cases.flatMap(({ failed: [id, ...more] }) => (more.length === 0 ? [id] : [])),
  )
  expect(requiredEnclaveChecks.filter((id) => !alone.has(id))).toEqual([])
})
