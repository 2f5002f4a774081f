import { expect, test } from 'vitest'
import { countMessages, showMessages } from '#shared/ui/show-messages.ts'

const textOf = (content: string) => showMessages({ role: 'assistant', content })[0]?.text

test('what is not seen in signed words, or turns them around, stands there by its number', () => {
  expect(textOf('pay \u202e001\u202c to')).toBe(String.raw`pay \u{202e}001\u{202c} to`)
  expect(textOf('a\u200bb\u0000c\u{e0041}\ufeff\u2067\u2028')).toBe(
    String.raw`a\u{200b}b\u{0}c\u{e0041}\u{feff}\u{2067}\u{2028}`,
  )
  expect(textOf('not\rthis')).toBe(String.raw`not\u{d}this`)
  const inParts = [{ role: 'user', content: [{ type: 'text', text: '\u202e' }, { type: 'image' }] }]
  expect(showMessages(inParts)[0]?.text).toContain(String.raw`\u{202e}`)
})

test('what letters and emoji are drawn by stays as it is', () => {
  const words = 'می\u200cخواهم 👩\u200d💻 ❤\ufe0f\r\n\tcafé é שלום'
  expect(textOf(words)).toBe(words.replace('\r\n', '\n'))
})

test('of every kind of prompt all messages are counted', () => {
  const messages = Array.from({ length: 60 }, (_, at) => ({ role: 'user', content: String(at) }))
  expect(countMessages(messages)).toBe(60)
  expect(countMessages({ messages, system: 'x' })).toBe(61)
  expect(countMessages({ input: messages, instructions: null })).toBe(60)
  expect(countMessages({ role: 'assistant', content: 'x' })).toBe(1)
  expect(showMessages({ messages, system: 'x' }, 50)).toHaveLength(50)
})
