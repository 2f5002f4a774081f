import { expect, test } from 'vitest'
import { parseFiledAnswer } from '#shared/document/filed-answer.ts'
import { answerFinder } from '../../../../web/judge/find-answers.ts'
import { filedEntry, goodAnswer } from '../../../support/receipts/filed-entry.ts'

const filed = (text: string, change: object = {}) =>
  parseFiledAnswer({ ...filedEntry, messages: null, message: null, text, ...change })

const find = answerFinder([
  filed('About trains', { messages: [{ role: 'user', content: 'A HAIKU, please' }] }),
  filed('About receipts', { origin: 'http://localhost:3000' }),
  filed('Later', { receivedAt: '2027-01-02T00:00:00.000Z' }),
])
const { model, mode } = goodAnswer.svc.receipt.body
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
  expect(found(`${model} ${mode}`)).toHaveLength(3)
  expect(found('about nothing')).toEqual([])
})
