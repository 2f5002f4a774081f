import { expect, test } from 'vitest'
import { requiredSessionChecks } from '#shared/aci/hosts/verify-session.ts'
import { hostChecks } from '#shared/aci/hosts/judge-host.ts'
import { requiredRelayReceiptChecks } from '#shared/aci/verify-enclave-receipt.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { simulatedReferenceValues } from '#shared/attestation/appraise/simulated-reference-values.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { judgeFile } from '../../../server/commands/verify/judge-file.ts'
import vectors from '../../vectors/chain.countersign.json' with { type: 'json' }

const trust = {
  signers: parseSignerHistory(vectors.limits),
  policy: { simulatedEnclave: 'accept-in-development' },
  nowSeconds: Date.parse(vectors.judged_at) / 1000,
} as const
const reference = parseReferenceValues(simulatedReferenceValues)
const offers: Readonly<Record<string, string>> = vectors.offers
/** Not asked here: nobody pinned a key provider, sent the request, or gives it. */
const beside = ['policy.key-provider', 'enclave-receipt.request', 'commitment.prompt']

test.each(vectors.cases)('$name', ({ answer, evidence, failed, skipped, host }) => {
  const given = { ...evidence, offer: offers[evidence.offer] ?? '' }
  const enclave = {
    evidence: parseEvidence(Buffer.from(JSON.stringify(given))),
    policy: { reference },
  }
  const [judged] = judgeFile(Buffer.from(answer), { enclave }, trust)
  if (judged === undefined || !('verdict' in judged)) throw new Error('it is not judged')
  const of = (status: string) =>
    judged.verdict.checks.flatMap((check) => (check.status === status ? [check.id] : []))
  expect(of('fail')).toEqual(failed)
  expect(of('skip').filter((id) => !beside.includes(id))).toEqual(skipped)
  if (host !== null) expect(judged.secondHop).toBe(host)
  expect(stateOf(judged)).toBe(failed.length > 0 ? 'failed' : 'simulated')
})

test('every check from the enclave’s receipt on has a case in which it fails alone', () => {
  const alone = new Set(
    vectors.cases.flatMap(({ failed: [id, ...more] }) => (more.length === 0 ? [id] : [])),
  )
  const ids = [
    ...requiredRelayReceiptChecks,
    ...requiredSessionChecks,
    ...hostChecks,
    'enclave.signed',
  ]
  expect(ids.filter((id) => !alone.has(id))).toEqual([])
})
