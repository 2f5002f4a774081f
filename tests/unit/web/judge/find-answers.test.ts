import { expect, test } from 'vitest'
import { parseFiledAnswer } from '#shared/document/filed-answer.ts'
import { answerFinder } from '../../../../web/judge/find-answers.ts'
import answers from '../../../vectors/answer.countersign.json' with { type: 'json' }

const [good] = answers.cases
const { svc } = good as NonNullable<typeof good>

function filed(text: string, change: object = {}) {
  return parseFiledAnswer({
    origin: 'https://chat.example.com',
    receivedAt: '2026-11-20T09:30:00.000Z',
    receipt: svc.receipt,
    salts: svc.commitment_salts,
    messages: null,
    message: null,
    text,
    ...change,
  })
}

const find = answerFinder([
  filed('About trains', { messages: [{ role: 'user', content: 'A HAIKU, please' }] }),
  filed('About receipts', { origin: 'http://localhost:3000' }),
  filed('Later', { receivedAt: '2027-01-02T00:00:00.000Z' }),
])
const found = (search: string) => find(search).map(({ text }) => text)

test('without a word every answer is found, in its order', () => {
  expect(found('')).toEqual(['About trains', 'About receipts', 'Later'])
  expect(found('  ')).toHaveLength(3)
})

test('every word must occur somewhere: in site, model, mode, time, messages or answer', () => {
  expect(found('about')).toEqual(['About trains', 'About receipts'])
  expect(found('haiku')).toEqual(['About trains'])
  expect(found('localhost ABOUT')).toEqual(['About receipts'])
  expect(found('january 2027')).toEqual(['Later'])
  expect(found(`${svc.receipt.body.model} ${svc.receipt.body.mode}`)).toHaveLength(3)
  expect(found('about nothing')).toEqual([])
})
