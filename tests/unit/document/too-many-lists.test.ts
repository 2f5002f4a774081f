import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { recognise } from '#shared/document/recognise.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const svc = JSON.stringify(answers.cases[0]?.svc)
const limits = { bytes: 32 * 1024 * 1024, events: 5_000 }
const sentenceOf = (text: string) => {
  const recognition = recognise(utf8ToBytes(text), limits)
  return 'sentence' in recognition ? recognition.sentence : recognition.kind
}
const lists = (count: number) => `[${'[],'.repeat(count)}[]]`
const answer = (content: string) =>
  `{"choices":[{"message":{"role":"assistant","content":${content}}}],"svc":${svc}}`
const inText = (text: string) => JSON.stringify({ request: { messages: [] }, response: text })

test.each([
  ['an answer', answer],
  ['a list', (content: string) => content],
  ['a member', (content: string) => `{"a":${content}}`],
  ['a request with its answer', (content: string) => inText(answer(content))],
  ['lines', (content: string) => `{}\n${content}`],
  ['a stream', (content: string) => `data: {"a":${content}}\n\n`],
  ['an export', (content: string) => `{"type":"countersign-vault/1","answers":${content}}`],
])('a file that is mostly lists is not read, as %s', (_as, shape) => {
  expect(sentenceOf(shape(lists(40_000)))).toContain('more than 32768 lists and objects')
})

test('a long file may have more of them, as many as one in 64 bytes', () => {
  const spaced = (count: number) => answer(`[${`[]${' '.repeat(61)},`.repeat(count)}[]]`)
  expect(sentenceOf(spaced(40_000))).toBe('recognised')
  expect(sentenceOf(answer(lists(30_000)))).toBe('recognised')
})
