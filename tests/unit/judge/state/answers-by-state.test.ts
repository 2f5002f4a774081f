import { expect, test, vi } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { parseEvidence } from '#shared/document/parse-evidence.ts'
import { answerStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { exitStatusOf, lookOf } from '#shared/judge/state/look-of.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { describeFile, namingOf } from '../../../../server/commands/verify/describe-file.ts'
import { judgeFile } from '../../../../server/commands/verify/judge-file.ts'
import { answersByState } from '../../../support/receipts/answers-by-state.ts'
import {
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../../../support/enclave/make-enclave-answer.ts'

// An enclave of the test is hardware's: its root stands in the place of Intel's.
vi.mock('#shared/attestation/quote/verify-quote.ts', async (original) => ({
  ...(await original<object>()),
  get intelRoot() {
    return testRoot
  },
}))

interface Said {
  readonly mark: string
  readonly tone: string
  /** In the verdict's sentence. */
  readonly part: string
  readonly exit: number
}

const said: Readonly<Record<AnswerState, Said>> = {
  failed: { mark: '✕', tone: 'fail', part: 'Do not rely on this answer.', exit: 1 },
  'no-receipt': { mark: '–', tone: 'none', part: 'no receipt came with it', exit: 3 },
  'unknown-signer': { mark: '?', tone: 'skip', part: 'you have no reason to trust', exit: 2 },
  simulated: { mark: '△', tone: 'simulated', part: 'proves nothing about hardware', exit: 2 },
  'not-fully-checked': { mark: '!', tone: 'skip', part: 'Nothing failed, but', exit: 2 },
  'gateways-claim': { mark: '◇', tone: 'soft', part: 'says that it checked the enclave', exit: 2 },
  'providers-claim': { mark: '◈', tone: 'soft', part: 'is the provider’s claim', exit: 2 },
  promised: { mark: '○', tone: 'soft', part: 'promises', exit: 0 },
  verified: { mark: '✓', tone: 'pass', part: 'checked here, down to this answer', exit: 0 },
}

const withoutReceipt = {
  state: 'no-receipt',
  ...lookOf('no-receipt'),
  exitStatus: exitStatusOf('no-receipt', null),
}

test('the table has every state', () => {
  expect(new Set(answersByState.map(({ state }) => state))).toEqual(new Set(answerStates))
})

test.each(answersByState)('$name: $label', ({ state, label, answer, ...held }) => {
  const policy = { reference: parseReferenceValues(testReferenceValues) }
  const evidence = held.evidence && parseEvidence(utf8ToBytes(JSON.stringify(held.evidence)))
  const openings = {
    ...(held.messages === 'given' && { messages }),
    ...(evidence && { enclave: { evidence, policy } }),
  }
  const [judged] = judgeFile(utf8ToBytes(answer), openings, {
    signers: held.signer === 'named' ? parseSignerHistory(testLimits) : null,
    policy: { simulatedEnclave: 'reject' },
    nowSeconds: Date.now() / 1000,
  })
  if (judged === undefined) throw new Error('nothing was judged')
  const view =
    'verdict' in judged
      ? describeFile(judged, namingOf('The gateway'))
      : { ...withoutReceipt, sentence: judged.sentence }
  const { mark, tone, part, exit } = said[state]
  expect(view).toMatchObject({ state, label, mark, tone, exitStatus: exit })
  expect(view.sentence).toContain(part)
  expect(view.sentence).not.toContain('did not open')
})
