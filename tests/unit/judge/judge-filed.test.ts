import { expect, test } from 'vitest'
import { disclosureOf } from '#shared/document/disclosure-of.ts'
import { parseFiledAnswer } from '#shared/document/filed-answer.ts'
import { judgeSubject, type Openings } from '#shared/judge/judge-subject.ts'
import { receiptClaimOf } from '../../../web/judge/claim-of.ts'
import { describeSubject } from '../../../web/judge/describe-subject.ts'
import { saltsOf } from '../../../web/judge/salts-of.ts'
import { shareDocument } from '../../../web/judge/share-document.ts'
import { filedEntry, goodAnswer } from '../../support/receipts/filed-entry.ts'
import { vectorTrust } from '../../support/receipts/vector-trust.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const trust = vectorTrust(answers.limits)
const { svc, message, messages } = goodAnswer

function filed(change: object = {}) {
  return { kind: 'filed', answer: parseFiledAnswer({ ...filedEntry, ...change }) } as const
}

function statuses(change: object, openings: Openings = {}) {
  const { verdict } = judgeSubject(filed(change), openings, trust)
  const statusOf = (id: string) => verdict.checks.find((check) => check.id === id)?.status
  return [verdict.kind, statusOf('commitment.prompt'), statusOf('commitment.response')]
}

test('an answer of an export is judged as a disclosure of the sides that it holds', () => {
  expect(statuses({})).toEqual(['verified', 'pass', 'pass'])
  expect(statuses({ messages: null })).toEqual(['verified', 'skip', 'pass'])
  expect(statuses({ message: null })).toEqual(['verified', 'pass', 'skip'])
  expect(statuses({ messages: null, message: null })).toEqual(['verified', 'skip', 'skip'])
  expect(statuses({ messages: null }, { needs: ['prompt'] })).toEqual(['partial', 'skip', 'pass'])
  expect(statuses({ messages: null }, { needs: ['response'] })[0]).toBe('verified')
  expect(statuses({ message: { ...message, content: 'x' } })).toEqual(['rejected', 'pass', 'fail'])
  expect(statuses({ messages: [] })).toEqual(['rejected', 'fail', 'pass'])
})

test('words that an export does not hold are opened with the salts that it holds', () => {
  const change = { messages: null, message: null }
  const openings = { prompt: { values: [messages] }, response: { values: [message] } } as Openings
  expect(statuses(change, openings)).toEqual(['verified', 'pass', 'pass'])
  expect(statuses(change, { prompt: { values: ['other'] } })[1]).toBe('fail')
})

test('a side that is not in the export is not in the disclosure, and neither is its salt', () => {
  const text = JSON.stringify(disclosureOf(filed({ messages: null }).answer))
  expect(text).toContain(svc.commitment_salts.response)
  expect(text).not.toContain(svc.commitment_salts.prompt)
})

test.each([
  ['prompt', 'response'],
  ['response', 'prompt'],
] as const)('what is shared of the %s holds nothing of the %s', (side, other) => {
  const subject = filed()
  const { verdict, opened } = judgeSubject(subject, {}, trust)
  const shared = shareDocument(
    { receipt: svc.receipt as never, verdict, opened, salts: saltsOf(subject), enclave: null },
    { prompt: side === 'prompt', response: side === 'response', enclave: true },
  )
  expect(Object.keys(shared).toSorted()).toEqual(['type', 'receipt', side].toSorted())
  expect(JSON.stringify(shared)).not.toContain(svc.commitment_salts[other])
})

test('how it came is never established', () => {
  const { notEstablished } = describeSubject({
    subject: filed(),
    judgement: judgeSubject(filed(), {}, trust),
    source: { kind: 'typed', history: trust.signers },
    claimOf: receiptClaimOf,
    servedBy: null,
    path: 'file',
    notCompared: [],
    evidence: null,
  })
  expect(notEstablished).toContainEqual(expect.stringContaining('nobody signed the site'))
})
