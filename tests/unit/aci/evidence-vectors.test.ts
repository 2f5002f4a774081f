import { expect, test } from 'vitest'
import {
  appraiseReport,
  requiredEnclaveChecks,
  simulationPolicy,
} from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { parsePemChain } from '#shared/attestation/certificates/parse-pem-chain.ts'
import type { Digest } from '#shared/digest.ts'
import { applyChanges, type Change } from '../../support/receipts/apply-changes.ts'
import { failedIn as failedOf } from '../../support/receipts/failed-in.ts'
import sevSnp from '../../vectors/sev-snp.microsoft.json' with { type: 'json' }
import vectors from '../../vectors/evidence.countersign.json' with { type: 'json' }

function appraise(changes: readonly Change[]) {
  const given = applyChanges(vectors.base, changes)
  return appraiseReport(
    {
      report: Buffer.from(JSON.stringify(given.report)),
      collateral: given.collateral,
      nonce: given.nonce,
      nowSeconds: Date.parse(given.judged_at) / 1000,
    },
    simulationPolicy(parseReferenceValues(given.reference_values), given.root as Digest),
  )
}

test.each(vectors.cases)('$name', ({ changes, failed }) => {
  const { checks, enclave } = appraise(changes)
  expect(failedOf(checks)).toEqual(failed)
  expect(enclave !== null).toBe(failed.length === 0)
})

test.each(sevSnp.cases)('a real report of SEV-SNP ($name) is no quote', ({ quote, chain }) => {
  const path = '/report/attestation/evidence/quote'
  const { checks, enclave } = appraise([{ op: 'replace', path, value: quote }])
  expect(failedOf(checks)).toEqual(['evidence.format'])
  expect(enclave).toBeNull()
  expect(() => parsePemChain(chain)).toThrow(
    'the signature of the certificate is not ECDSA with SHA-256',
  )
})

test('for every check that is required there is a case in which it fails alone', () => {
  const alone = new Set(
    vectors.cases.flatMap(({ failed: [id, ...more] }) => (more.length === 0 ? [id] : [])),
  )
  expect(requiredEnclaveChecks.filter((id) => !alone.has(id))).toEqual([])
})
