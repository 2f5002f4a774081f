import { expect, test } from 'vitest'
import { pass, skip } from '#shared/checks.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import { answerStates } from '#shared/judge/state/answer-state.ts'
import type { Circumstances, Path } from '#shared/judge/state/circumstances.ts'
import { lookBeside, lookOf } from '#shared/judge/state/look-of.ts'
import { describeAnswer } from '#shared/judge/words/describe-answer.ts'
import { modes } from '#shared/modes.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { plainSaid } from '../../../../extension/answer/said.ts'
import vectors from '../../../vectors/receipt.countersign.json' with { type: 'json' }

// A badge is a mark and one to three words; its sentences live in the card.

const paths: readonly Path[] = [
  { kind: 'sealed' },
  { kind: 'enclave' },
  { kind: 'direct' },
  { kind: 'through', host: 'chat.example' },
  { kind: 'file' },
]
const circumstances: readonly Circumstances[] = paths.flatMap((path) =>
  (
    [
      'same',
      'same but for parts',
      'other',
      'differs',
      'could not tell',
      'not compared',
      'not shown',
    ] as const
  ).flatMap((textShown) =>
    ([null, '2026-11-21'] as const).flatMap((foundByWords) =>
      [0, 2].map((formulas) => ({
        path,
        sentToServer: false,
        textShown,
        uncompared: { formulas, code: 0 },
        foundByWords,
        sentInClear: [],
        cameInClear: [],
        unsigned: [],
      })),
    ),
  ),
)

const [{ receipt: good }] = vectors.cases as unknown as [{ receipt: Receipt }]
const required: readonly CheckId[] = requiredAnswerChecks
const naming = { signer: 'gateway.example', claimOf: (id: CheckId) => claims[id] }

/** Of a genuine answer in each mode, whole and without what was asked. */
const judged = modes.flatMap((mode) =>
  [required.map((id) => pass(id)), behindServer()].map((checks) => {
    const { enclave: _enclave, ...body } = good.body
    const enclave = {
      providerId: 'enclave',
      measurement: 'ab'.repeat(32),
      verifiedBy: 'aci-tdx-dcap/1',
    }
    const of = mode === 'tee' || mode === 'e2ee' ? { enclave } : {}
    return {
      receipt: parseReceipt({ ...good, body: { ...body, mode, ...of } }),
      verdict: decideVerdict(checks, required),
      secondHop: 'none' as const,
    }
  }),
)

function behindServer() {
  return required.map((id) =>
    id === 'commitment.prompt' ? skip(id, 'it was not given') : pass(id),
  )
}

test('whatever is known of an answer, its badge is one mark and one to three words', () => {
  const looks = [
    ...Object.values(plainSaid),
    ...answerStates.map(lookOf),
    ...circumstances.flatMap((each) => [
      ...answerStates.map((state) => lookBeside(state, each, null)),
      ...judged.map((one) => describeAnswer(one, each, naming)),
      describeAnswer(null, each, naming),
    ]),
  ]
  const labels = new Set(looks.map(({ label }) => label))
  expect(labels).toContain('Private · via server')
  expect(labels).toContain('Found by words')
  expect(labels.size).toBeGreaterThan(12)
  for (const label of labels) {
    expect(label.match(/[\p{L}’]+/gu)?.length, label).toBeLessThanOrEqual(3)
    expect(label.length, label).toBeLessThanOrEqual(24)
  }
  for (const { mark } of looks) expect(Array.from(mark), mark).toHaveLength(1)
})
