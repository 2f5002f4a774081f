import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { simulatedReferenceValues } from '#shared/attestation/appraise/simulated-reference-values.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { judgeChain } from '#shared/judge/judge-chain.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { judgeFile } from '../../../server/commands/verify/judge-file.ts'
import vectors from '../../vectors/chain.countersign.json' with { type: 'json' }

interface Row {
  readonly ids: readonly string[]
  readonly cells: readonly string[]
}

/** Rows of the first table of checks under a heading, in their order. */
function checksUnder(file: string, heading: string): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, '../../../shared', file), 'utf8')
  const [, section = ''] = text.split(`\n${heading}\n`)
  const [, table = ''] = section.split(/\n\| checks? \|.*\n\| --- .*\n/)
  return (table.split('\n\n')[0] ?? '').split('\n').map((line) => {
    const cells = line.split(' | ')
    return {
      ids: [...(cells[0] ?? '').matchAll(/`([a-z0-9.-]+)`/g)].map(([, id = '']) => id),
      cells,
    }
  })
}

const { answer = '', evidence } =
  vectors.cases.find(({ name }) => name === 'a host whose own evidence is in order') ?? {}
const given = parseEvidence(
  utf8ToBytes(JSON.stringify({ ...evidence, offer: vectors.offers.aggregator })),
)
const reference = parseReferenceValues(simulatedReferenceValues)

test('PROTOCOL.md §9 names the checks of a chain in the order in which they are made, and which are required', () => {
  const rows = checksUnder('aci/PROTOCOL.md', '## 9. The chain behind an answer')
  const bytes = utf8ToBytes(answer)
  const svc = parseSvc((JSON.parse(answer) as { svc: unknown }).svc)
  const { checks, required } = judgeChain(
    { svc, bytes, form: 'answer', endpoint: 'chat', evidence: given },
    { reference },
  )
  expect(rows.flatMap(({ ids }) => ids)).toEqual(checks.map(({ id }) => id))
  const named = rows.flatMap(({ ids, cells }) =>
    /^(?:yes|where)/.test(cells.at(-1) ?? '') ? ids : [],
  )
  expect(named.toSorted()).toEqual(required.toSorted())
})

test('PROTOCOL.md §3.2 names the checks of a quote in the same order', () => {
  const inChain = checksUnder('aci/PROTOCOL.md', '## 9. The chain behind an answer').flatMap(
    ({ ids }) => ids,
  )
  const ofQuote = checksUnder('aci/PROTOCOL.md', '### 3.2 What is checked').flatMap(
    ({ ids }) => ids,
  )
  expect(ofQuote).toEqual(inChain.filter((id) => id.startsWith('quote.')))
})

test('FORMAT.md §6.1 names the checks of an answer in the order in which they are made', () => {
  const rows = checksUnder('receipt/FORMAT.md', '### 6.1 Checks')
  const trust = {
    signers: parseSignerHistory(vectors.limits),
    policy: { simulatedEnclave: 'accept-in-development' },
    nowSeconds: Date.parse(vectors.judged_at) / 1000,
  } as const
  const asked = { name: 'svc-enclave', traits: null, listed: 'then' } as const
  const [judged] = judgeFile(utf8ToBytes(answer), { asked }, trust)
  if (judged === undefined || !('verdict' in judged)) throw new Error('it is not judged')
  const ids = rows.flatMap((row) => row.ids)
  expect(ids).toEqual(judged.verdict.checks.map(({ id }) => id))
  expect(ids.filter((id) => id !== 'receipt.model').toSorted()).toEqual(
    requiredAnswerChecks.toSorted(),
  )
})
