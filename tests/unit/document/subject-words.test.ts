import { expect, test } from 'vitest'
import { parseFiledAnswer } from '#shared/document/filed-answer.ts'
import { filedWords, subjectWords } from '#shared/document/subject-words.ts'
import { filedEntry, goodAnswer } from '../../support/receipts/filed-entry.ts'

const { svc } = goodAnswer
const filed = (change: object = {}) =>
  parseFiledAnswer({ ...filedEntry, messages: null, text: 'Words of the file.', ...change })

test('the words of an export are those of the message that is judged', () => {
  const answer = filed()
  expect(subjectWords({ kind: 'filed', answer })).toEqual({ words: '42', by: 'what is judged' })
})

test('words that nothing holds are said to be the file’s', () => {
  const words = { words: 'Words of the file.', by: 'the file' }
  expect(filedWords(filed({ message: null }))).toEqual(words)
  const body = {
    ...svc.receipt.body,
    mode: 'e2ee',
    enclave: { providerId: 'x', measurement: 'ab'.repeat(32), verifiedBy: 'aci-tdx-dcap/1' },
  }
  expect(filedWords(filed({ receipt: { ...svc.receipt, body } }))).toEqual(words)
})
