import { expect, test } from 'vitest'
import { pass, skip } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import { missingParts } from '#shared/judge/words/missing-parts.ts'
import { circumstanceLines, technicalLines } from '#shared/judge/state/circumstances.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'

const required: readonly CheckId[] = [
  'receipt.signer',
  'commitment.prompt',
  'quote.root',
  'policy.compose',
  'evidence.time',
  'enclave-receipt.present',
  'enclave-receipt.keyset',
  'enclave-receipt.response',
  'enclave.signed',
]

/** What is missing where these did not pass: skipped with a reason, or never reached. */
function missing(skipped: readonly CheckId[], notReached: readonly CheckId[] = []) {
  const checks: readonly Check[] = required
    .filter((id) => !notReached.includes(id))
    .map((id) => (skipped.includes(id) ? skip(id, 'not given') : pass(id)))
  return missingParts(decideVerdict(checks, required), 'not-fully-checked').map(({ what }) => what)
}

test('each part that is missing is named once, by what was skipped', () => {
  expect(missing(['receipt.signer', 'commitment.prompt'])).toEqual(['who signed', 'the question'])
  expect(missing(['evidence.time'])).toEqual(['whether the enclave was the same when it answered'])
  expect(missing(['enclave-receipt.response'])).toEqual([
    'that the enclave signed exactly this answer',
  ])
})

test('what was not reached because of a part of the enclave’s proof is not named beside it', () => {
  const later: readonly CheckId[] = [
    'enclave-receipt.keyset',
    'enclave-receipt.response',
    'enclave.signed',
  ]
  expect(missing(['policy.compose'], later)).toEqual(['what the enclave runs'])
  expect(missing(['enclave-receipt.present'], later)).toEqual(['what the enclave itself signed'])
  expect(missing([], later)).toEqual(['the enclave'])
  expect(missing(['commitment.prompt'], later)).toEqual(['the question', 'the enclave'])
})

test('on the gateway’s word it is said what would prove it', () => {
  const verdict = decideVerdict([pass('receipt.digest')], ['receipt.digest'])
  expect(missingParts(verdict, 'gateways-claim')[0]?.suppliedBy).toContain('its evidence')
  expect(missingParts(verdict, 'promised')).toEqual([])
})

const circumstances = {
  path: { kind: 'file' },
  sentToServer: false,
  textShown: 'not shown',
  sentInClear: [],
  cameInClear: [],
} as const

test('a second choice is said not to be covered', () => {
  const lines = circumstanceLines({ ...circumstances, unsigned: ['model', 'choices[1]'] })
  expect(lines.join()).toContain('more than one choice')
  expect(circumstanceLines({ ...circumstances, unsigned: ['model'] }).join()).not.toContain(
    'more than one choice',
  )
})

test('members that no signature covers stand among the technical lines alone, as text', () => {
  const unsigned = ['model', 'choices[0].finish_reason', 'a\u202eb']
  expect(circumstanceLines({ ...circumstances, unsigned }).join()).not.toContain('model')
  expect(technicalLines({ unsigned })).toEqual([
    'Not covered by the signature: model, choices[0].finish_reason, “a\\u{202e}b”.',
  ])
})

test('a name that could be read as words of the sentence stands in quotation marks, and cannot leave them', () => {
  const [line] = technicalLines({
    unsigned: ['nothing. All of it is signed', 'a”. It is proven. “b'],
  })
  expect(line).toBe(
    'Not covered by the signature: “nothing. All of it is signed”, “a’. It is proven. ’b”.',
  )
})
