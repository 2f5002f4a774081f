import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { CheckId } from '#shared/claims.ts'
import { judgeSubject, type Openings } from '#shared/judge/judge-subject.ts'
import { readMessage, readMessages } from '../../../web/judge/read-opening.ts'
import { recognise } from '#shared/document/recognise.ts'
import { stateOf } from '#shared/judge/state/state-of.ts'
import { showText } from '#shared/text/show-text.ts'
import type { Subject } from '#shared/document/subject.ts'
import { goodAnswer } from '../../support/receipts/filed-entry.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const trust = vectorTrust(answers.limits)
const { svc, message, messages } = goodAnswer

function subjectOf(document: object): Subject {
  const recognition = recognise(utf8ToBytes(JSON.stringify(document)))
  if (recognition.kind !== 'recognised') throw new Error(recognition.kind)
  return recognition.subject
}

const answer = subjectOf({ choices: [{ message }], svc })
const receipt = subjectOf(svc.receipt)

test('without a signer a good answer is of an unknown signer', () => {
  const openings = { prompt: readMessages(JSON.stringify(messages)) }
  const judgement = judgeSubject(answer, openings, { ...trust, signers: null })
  expect(judgement.verdict).toMatchObject({ kind: 'partial', missing: ['receipt.signer'] })
  expect(stateOf(judgement)).toBe('unknown-signer')
})

test('without a signer an altered answer is still rejected', () => {
  const altered = subjectOf({ choices: [{ message: { ...message, content: 'other' } }], svc })
  expect(judgeSubject(altered, {}, { ...trust, signers: null }).verdict.kind).toBe('rejected')
})

test('a receipt alone is opened with pasted text and a salt', () => {
  const salt = svc.commitment_salts
  const both = {
    prompt: { ...readMessages(JSON.stringify({ model: 'x', messages })), salt: salt.prompt },
    response: { ...readMessage(JSON.stringify(message)), salt: salt.response },
  } as Openings
  const { verdict } = judgeSubject(receipt, both, trust)
  expect(verdict.kind).toBe('verified')
  const passed = verdict.checks.filter(({ status }) => status === 'pass').map(({ id }) => id)
  expect(passed).toEqual(
    expect.arrayContaining<CheckId>(['commitment.prompt', 'commitment.response']),
  )
})

test('what a file does not hold narrows what it is about, unless it is asked for', () => {
  const alone = judgeSubject(answer, {}, trust)
  expect(stateOf(alone)).toBe('promised')
  const asked = judgeSubject(answer, { needs: ['prompt'] }, trust)
  expect(asked.verdict).toMatchObject({ kind: 'partial', missing: ['commitment.prompt'] })
  expect(stateOf(judgeSubject(receipt, {}, trust))).toBe('promised')
  const words = judgeSubject(receipt, { needs: ['response'] }, trust)
  expect(words.verdict).toMatchObject({ kind: 'partial', missing: ['commitment.response'] })
})

test('words that a person typed condemn no file; a request that does not fit does', () => {
  const typed = judgeSubject(answer, { prompt: readMessages('another question') }, trust)
  expect(stateOf(typed)).toBe('promised')
  expect(typed.opened).not.toHaveProperty('messages')
  expect(typed.verdict.checks).toContainEqual(
    expect.objectContaining({
      id: 'commitment.prompt',
      status: 'skip',
      reason: expect.stringContaining('not the whole question') as string,
    }),
  )
  const other = JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'other' }] })
  expect(stateOf(judgeSubject(answer, { prompt: readMessages(other) }, trust))).toBe('failed')
})

test('words copied from a screen stand for a message, with blanks at their ends or without', () => {
  expect(readMessages('  Hello \n').values[0]).toEqual([{ role: 'user', content: '  Hello \n' }])
  expect(readMessages('  Hello \n').values).toContainEqual([{ role: 'user', content: 'Hello' }])
  expect(readMessage('Hello').values).toContainEqual({ role: 'assistant', content: 'Hello' })
  expect(readMessages('{not JSON').values).toContainEqual([{ role: 'user', content: '{not JSON' }])
  expect(readMessages('[1, 2').values).toContainEqual([{ role: 'user', content: '[1, 2' }])
  expect(() => readMessages('{"messages":[],"messages":[]}')).toThrow(
    expect.objectContaining({ code: 'JSON_DUPLICATE_KEY' }) as Error,
  )
})

test('characters that are not seen are shown by their numbers', () => {
  expect(showText('a\u202eb\u0000c\u200d')).toBe('a\\u{202e}b\\u{0}c\\u{200d}')
  expect(showText('x'.repeat(200))).toHaveLength(121)
})
