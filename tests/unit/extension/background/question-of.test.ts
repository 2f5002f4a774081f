import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { questionOf } from '../../../../extension/background/record/question-of.ts'

const kept = (messages: Json | null) => ({
  words: { messages, message: null, text: 'An answer.' },
  mode: 'private' as const,
})
const asked = (content: Json) => kept([{ role: 'user', content }])

test('a list shows the first words of the last question', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'The first one?' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: '  What does\na receipt   prove? ' },
  ]
  expect(questionOf(kept(messages))).toBe('What does a receipt prove?')
})

test('a long question is cut at a word, and one of a single long word within it', () => {
  const long = questionOf(asked('words and more words '.repeat(50))) ?? ''
  expect(long).toMatch(/^words and .* (?:and|more|words)…$/)
  expect(long.length).toBeLessThanOrEqual(91)
  expect(questionOf(asked('x'.repeat(10_000)))).toBe(`${'x'.repeat(90)}…`)
})

test('of a question in parts the texts are shown, and of a picture nothing', () => {
  const parts = [
    { type: 'image_url', image_url: { url: 'data:,' } },
    { type: 'text', text: 'What is on it?' },
  ]
  expect(questionOf(asked(parts))).toBe('What is on it?')
  expect(questionOf(asked(parts.slice(0, 1)))).toBeNull()
})

test('a question in another dialect than chat is found in its messages, or is its input', () => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Of a message?' }] }]
  expect(questionOf(kept({ messages, system: 'Be brief.' }))).toBe('Of a message?')
  const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Of a response?' }] }]
  expect(questionOf(kept({ input, instructions: null }))).toBe('Of a response?')
  expect(questionOf(kept({ input: 'In one word?', instructions: 'Be brief.' }))).toBe(
    'In one word?',
  )
})

test('where no words are kept, or only ciphertext, there is no question', () => {
  expect(questionOf({ words: null, mode: 'private' })).toBeNull()
  expect(questionOf({ ...asked('ab'.repeat(100)), mode: 'e2ee' })).toBeNull()
  for (const odd of [null, 'text', [], [null], [{ role: 'assistant', content: 'Hm.' }], {}]) {
    expect(questionOf(kept(odd))).toBeNull()
  }
})
