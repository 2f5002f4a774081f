import { expect, test } from 'vitest'
import { modes } from '#shared/modes.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'
import { issueAnswer, type IssueDeps } from '../../../../server/gateway/answer/issue-answer.ts'

const deps = {
  newSalt: () => '00'.repeat(32),
  sha256: () => '00'.repeat(32),
  signerAt: () => expect.unreachable('nothing is signed'),
  unixMs: Date.now,
} as unknown as IssueDeps

test.each(modes)(
  'nothing is signed as %s with a proof that is missing, or of another mode',
  async (mode) => {
    const { svc } = await signAnswer({ mode, messages: [], message: {} })
    const isProven = 'enclave' in (svc as { receipt: { body: object } }).receipt.body
    const proof = isProven ? null : { receipt: null, evidence: null }
    const facts = { mode, proof, prompt: {}, why: null, viaTrait: null, messageText: '{}' }
    const issue = () => issueAnswer(facts as unknown as Parameters<typeof issueAnswer>[0], deps)
    expect(issue).toThrow('an enclave mode needs a proof')
  },
)
