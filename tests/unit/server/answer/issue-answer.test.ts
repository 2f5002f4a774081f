import { expect, test } from 'vitest'
import { modes } from '#shared/modes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { opensCommitment } from '#shared/commitment/commit.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import { apiDialects } from '#shared/dialects/dialect-registry.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import { sha256Digest } from '#shared/digest.ts'
import { scanJson } from '#shared/json/scan-json.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'
import {
  commitRequest,
  issueAnswer,
  type IssueDeps,
} from '../../../../server/gateway/answer/issue-answer.ts'

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

const asked: readonly [string, Json][] = [
  ['words', [{ role: 'user', content: 'What is "six" times seven?\n — exactly' }]],
  ['words that are written anew', [{ role: 'user', content: 'C:\\users' }]],
  ['nothing', []],
]

test.each(apiDialects.flatMap((dialect) => asked.map((each) => [dialect, ...each] as const)))(
  'what $0.id asks is committed to as its value: %s',
  ({ prompt }, _, said) => {
    const names = prompt.kind === 'member' ? [prompt.name] : prompt.names
    for (const present of [names, names.slice(0, 1), names.slice(1)]) {
      const value: JsonObject = Object.fromEntries(present.map((name) => [name, said]))
      const bytes = Buffer.from(JSON.stringify(value, null, 1))
      const { members } = scanJson(bytes)
      const salt = 'ab'.repeat(32) as unknown as Salt
      const passes = commitRequest({ bytes, members, whole: () => value }, prompt, {
        ...deps,
        newSalt: () => salt,
        sha256: sha256Digest,
      } as IssueDeps)
      let pass = passes.next()
      while (pass.done !== true) pass = passes.next()
      expect(pass.value.salt).toBe(salt)
      expect(opensCommitment(pass.value.promptCommit, promptValue(prompt, value), salt)).toBe(true)
    }
  },
)
