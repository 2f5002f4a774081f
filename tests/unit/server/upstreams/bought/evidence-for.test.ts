import { expect, test } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { shownEvidence } from '#shared/judge/provider/shown-evidence.ts'
import { tinfoilProvider } from '../../../../../server/gateway/upstreams/bought/tinfoil/tinfoil-provider.ts'
import { failureBefore } from '../../../../../server/gateway/upstreams/bought/bought-call.ts'
import type { BoughtProvider } from '../../../../../server/gateway/upstreams/bought/bought-provider.ts'
import { evidenceFor } from '../../../../../server/gateway/upstreams/bought/evidence-for.ts'
import type { Line } from '../../../../../server/gateway/upstreams/enclave/connection/lines.ts'
import { readAddress } from '../../../../../server/gateway/upstreams/enclave/enclave-client.ts'

const repository = 'owner/name'
const makers = { repository } as Parameters<typeof tinfoilProvider>[1]
const tinfoil = tinfoilProvider(['model', 'hardware'], makers)

/** Evidence of a machine that shows an empty document. */
function evidenceOf(more: Partial<BoughtProvider> = {}) {
  const show = async () => ({ document: utf8ToBytes('{}'), instances: null })
  return evidenceFor({ peer: { spki: null } } as unknown as Line, 'ab'.repeat(32), {
    provider: { ...tinfoil, show, ...more },
    address: readAddress('https://host.example/v1'),
    credential: {},
    roots: null,
    nowSeconds: () => 1_780_000_000,
  })
}

test('a document that cannot be read goes to the judge, who refuses it as that', async () => {
  const shown = shownEvidence(await evidenceOf(), 1_780_000_000)
  const { kind, checks } = judgeEvidence(tinfoil.kind, shown, statedPolicy(repository))
  expect(kind).toBe('rejected')
  expect(checks.map(({ id }) => id)).toEqual(['document.format'])
})

test('where what others signed cannot be had, there is no evidence', async () => {
  const gather = () => Promise.reject(new Error('away'))
  await expect(evidenceOf({ gather })).rejects.toMatchObject({
    checks: [{ id: 'evidence.collateral' }],
  })
})

test('what fails in the gateway itself is not held against the enclave, and asks nobody else', () => {
  const held: unknown[] = []
  const deps = { failed: (failure: unknown) => held.push(failure) }
  expect(failureBefore(new TypeError('ours'), deps)).toEqual({ kind: 'broken' })
  expect(held).toEqual([])
})
