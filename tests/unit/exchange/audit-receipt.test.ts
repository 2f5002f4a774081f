import { expect, test } from 'vitest'
import type { EstablishedEnclave } from '#shared/aci/appraise-report.ts'
import type { Replicas } from '#shared/aci/replicas.ts'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { simulatedReferenceValues } from '#shared/attestation/appraise/simulated-reference-values.ts'
import { auditReceipt } from '#shared/exchange/audit-receipt.ts'
import { enclaveReceiptOf } from '#shared/judge/judge-exchange.ts'
import { makeExchange, servedAt, testEnclave } from '../../support/receipts/make-exchange.ts'

const other = { ...testEnclave, digest: `sha256:${'00'.repeat(32)}` as const }

function audit(replicas: () => Replicas, attest: readonly (() => Promise<unknown>)[] = []) {
  const receipt = enclaveReceiptOf(makeExchange().end.svc)
  if (typeof receipt === 'string') throw new Error(receipt)
  return auditReceipt(receipt, {
    replicas,
    attest,
    session: () => Promise.reject(new Error('this receipt names no session')),
    policy: hardwarePolicy(parseReferenceValues(simulatedReferenceValues)),
    nowSeconds: () => servedAt,
  })
}

test.each([
  ['serves the model itself', 'direct', 'none'],
  ['forwards to others', 'aggregator', 'the provider’s claim'],
  ['is not pinned as serving it', 'undetermined', 'the provider’s claim'],
] as const)(
  'of two replicas the one that signed says who computed the answer: it %s',
  async (_what, serving, secondHop) => {
    const asked: EstablishedEnclave = {
      ...other,
      serving: serving === 'direct' ? 'aggregator' : 'direct',
    }
    const signed: EstablishedEnclave = { ...testEnclave, serving }
    const { signedBy, hosts } = await audit(() => [asked, signed])
    expect(signedBy).toBe(signed)
    expect(hosts.secondHop).toBe(secondHop)
  },
)

test('replicas are verified until the one that signed is among them, and no longer', async () => {
  const known: [EstablishedEnclave, ...EstablishedEnclave[]] = [other]
  const asked: string[] = []
  const ways = [
    () => Promise.reject(new Error('it could not be verified')),
    () => Promise.resolve(known.push(testEnclave)),
    () => Promise.resolve(),
  ].map((way, index) => () => {
    asked.push(`way ${index}`)
    return way()
  })
  const { signedBy } = await audit(() => known, ways)
  expect(signedBy).toBe(testEnclave)
  expect(asked).toEqual(['way 0', 'way 1'])
})

test('where none of them signed, the one that was asked is judged, and the receipt fails with it', async () => {
  const { signedBy, replicas } = await audit(() => [other])
  expect(signedBy).toBe(other)
  expect(replicas).toEqual([other])
})
