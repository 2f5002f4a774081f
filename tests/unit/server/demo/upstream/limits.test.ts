import { expect, test } from 'vitest'
import { askDemo } from '../../../../support/requests/ask-demo.ts'

const sayLetters = 'Say "a b c d e"'
const whole = '[demo model, not a language model] a b c d e'

async function firstChoice(more: object) {
  const [choice] = (await askDemo(sayLetters, more)).body.choices
  return { content: choice?.message.content, finishReason: choice?.finish_reason }
}

test('an answer without limits ends by itself', async () => {
  expect(await firstChoice({})).toEqual({ content: whole, finishReason: 'stop' })
})

test.each(['max_tokens', 'max_completion_tokens'])(
  '%s cuts after that many words',
  async (name) => {
    expect(await firstChoice({ [name]: 8 })).toEqual({
      content: '[demo model, not a language model] a b ',
      finishReason: 'length',
    })
  },
)

test('a limit that just suffices cuts nothing', async () => {
  expect(await firstChoice({ max_tokens: 11 })).toEqual({ content: whole, finishReason: 'stop' })
  expect((await firstChoice({ max_tokens: 10 })).finishReason).toBe('length')
})

test('max_completion_tokens wins over max_tokens', async () => {
  expect((await firstChoice({ max_tokens: 1, max_completion_tokens: 99 })).content).toBe(whole)
})

test('reasoning uses up the limit', async () => {
  const { body } = await askDemo(sayLetters, { max_tokens: 5, reasoning_effort: 'low' })
  expect(body.choices[0]).toMatchObject({ message: { content: '' }, finish_reason: 'length' })
  expect(body.usage).toMatchObject({ completion_tokens_details: { reasoning_tokens: 5 } })
})

test.each([
  ['one text', ' c', '[demo model, not a language model] a b'],
  ['the earliest of several', ['d e', 'b c', 'nowhere'], '[demo model, not a language model] a '],
  ['an empty text, which stops nothing', '', whole],
  ['a text that does not occur', 'zzz', whole],
])('stop by %s', async (_, stop, content) => {
  expect(await firstChoice({ stop })).toEqual({ content, finishReason: 'stop' })
})
