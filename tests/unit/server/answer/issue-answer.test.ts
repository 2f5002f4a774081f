import { expect, test } from 'vitest'
import { modes } from '#shared/modes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { opensCommitment } from '#shared/commitment/commit.ts'
import type { Salt } from '#shared/commitment/salt.ts'
import type { PromptForm } from '#shared/dialects/api-dialect.ts'
import { chatDialect } from '#shared/dialects/chat.ts'
import { apiDialects } from '#shared/dialects/dialect-registry.ts'
import { promptValue } from '#shared/dialects/prompt-value.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { parseOutline } from '../../../../server/gateway/answer/request/parse-outline.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'
import {
  commitRequest,
  issueAnswer,
  type IssueDeps,
} from '../../../../server/gateway/answer/issue-answer.ts'
import { lastOf } from '../../../support/in-memory/last-of.ts'

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

const long = '"a" \\ \n — C:/users '.repeat(200)
const salt = 'ab'.repeat(32) as unknown as Salt
const asked: readonly [string, Json, 'copied' | 'anew'][] = [
  ['words', [{ role: 'user', content: 'What is "six" times seven?\n — exactly' }], 'copied'],
  [
    'long words',
    [
      { role: 'user', content: long },
      { content: long, role: long },
    ],
    'copied',
  ],
  ['nothing', [], 'copied'],
  ['a fraction', [{ role: 'user', content: 1.5 }], 'anew'],
]
const rows = apiDialects.flatMap(({ id, prompt }) =>
  asked.map(([said, value, how]) => ({ id, prompt, said, value, how })),
)

test.each(rows)(
  'of $id, $said: committed to as its value, $how',
  ({ prompt, value: said, how }) => {
    const names = prompt.kind === 'member' ? [prompt.name] : prompt.names
    for (const present of [names, names.slice(0, 1), names.slice(1)]) {
      const value: JsonObject = Object.fromEntries(present.map((name) => [name, said]))
      const whole = () => (how === 'anew' ? value : expect.unreachable('it was decoded whole'))
      const committed = commitTo(JSON.stringify(value, null, 1), prompt, whole)
      expect(opensCommitment(committed, promptValue(prompt, value), salt)).toBe(true)
    }
  },
)

test.each(['/', 'u'])(
  'long words in which an escape is more than RFC 8785 writes are written anew: %s',
  (sign) => {
    const value = { messages: [{ content: long }] }
    const escaped = { '/': '\\/', u: '\\u0075' }[sign] ?? ''
    const committed = commitTo(
      JSON.stringify(value).replaceAll(sign, escaped),
      chatDialect.prompt,
      () => value,
    )
    expect(opensCommitment(committed, value.messages, salt)).toBe(true)
  },
)

function commitTo(json: string, prompt: PromptForm, whole: () => JsonObject): Digest {
  const bytes = Buffer.from(json)
  const { members, texts } = lastOf(parseOutline(bytes, defaultLimits.request))
  const using = { ...deps, newSalt: () => salt, sha256: sha256Digest }
  return lastOf(commitRequest({ bytes, members, texts, whole }, prompt, using)).promptCommit
}
