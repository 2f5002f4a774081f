import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { judgeFile } from '../../../server/commands/verify/judge-file.ts'

const folder = join(import.meta.dirname, '../../../shared/receipt/examples')
const bytesOf = (name: string) => readFileSync(join(folder, name))
const valueOf = (name: string): unknown => JSON.parse(bytesOf(name).toString('utf8'))

const trust = {
  signers: parseSignerHistory(valueOf('limits.json')),
  policy: { simulatedEnclave: 'accept-in-development' },
  nowSeconds: Date.parse('2026-11-20T12:00:00.000Z') / 1000,
} as const
const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
const enclave = {
  evidence: parseEvidence(bytesOf('evidence.json')),
  policy: { reference: parseReferenceValues(valueOf('reference-values.json')) },
}

/** Nobody pinned a key provider, and the request's bytes are known to whoever sent them. */
const notAsked = ['policy.key-provider', 'enclave-receipt.request']

/** State, failed checks, and skipped ones, of an example that is judged with all that there is. */
function judge(name: string, given: Parameters<typeof judgeFile>[1]) {
  const [judged] = judgeFile(bytesOf(name), given, trust)
  if (judged === undefined || !('verdict' in judged)) throw new Error(`${name} is not judged`)
  const of = (status: string) =>
    judged.verdict.checks.filter((check) => check.status === status).map(({ id }) => id)
  return [stateOf(judged), judged.verdict.kind, ...of('fail'), ...of('skip')]
}

test('the answer and the stream pass every check, from the quote to their bytes', () => {
  for (const name of ['answer.json', 'stream.txt']) {
    expect(judge(name, { messages, enclave }), name).toEqual(['simulated', 'verified', ...notAsked])
  }
})

test('the same answer as a disclosure passes every check but that of bytes, which it does not hold', () => {
  expect(judge('disclosure.json', {})).toEqual(['simulated', 'verified'])
  expect(judge('disclosure.json', { enclave })).toEqual([
    'simulated',
    'partial',
    ...notAsked,
    'enclave-receipt.response',
  ])
})

test('the export, and the receipt and svc by themselves, are judged by what they hold', () => {
  expect(judge('export.json', {})).toEqual(['simulated', 'verified'])
  const sides = ['commitment.prompt', 'commitment.response']
  expect(judge('receipt.json', {})).toEqual(['simulated', 'verified', ...sides])
  expect(judge('svc.json', { messages })).toEqual(['simulated', 'verified', 'commitment.response'])
})
