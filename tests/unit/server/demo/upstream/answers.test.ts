import { expect, test } from 'vitest'
import { askDemo, demoSays } from '../../../../support/requests/ask-demo.ts'

test.each([
  ['What is 12 * 3?', '12 * 3 = 36'],
  ['7/2', '7 / 2 = 3.5'],
  ['What is -3 + 4', '-3 + 4 = 1'],
  ['hi', 'Hello!'],
  ['Good morning, friend', 'Hello!'],
  ['Who are you?', 'countersign-demo'],
  ['Count to 5', '1, 2, 3, 4, 5'],
  ['Say exactly "pong"', ' pong'],
  ['What does a receipt prove?', 'signed'],
  ['write me a function that sorts', '```js'],
  ['Why is the sky blue?', 'You asked: “Why is the sky blue?”'],
  ['Translate this into Welsh', 'You wrote: “Translate this into Welsh”'],
  ['', 'You sent no text'],
])('%j is answered with %j', async (asked, expected) => {
  const { content } = await demoSays(asked)
  expect(content).toContain(expected)
})

test.each(['2026-11-20', '3 + * 4', '1 +', 'call 5 people'])('%j is no sum', async (asked) => {
  expect((await demoSays(asked)).content).not.toContain(' = ')
})

const block = '```js\nconst a = `x`\n```'

test('a block of code that is to be repeated comes back whole, on lines of its own', async () => {
  const { content } = await demoSays(`Repeat this: ${block}`)
  expect(content).toBe(`[demo model, not a language model]\n\n${block}`)
  expect((await demoSays(`Say "before ${block} after"`)).content).toContain(`before ${block} after`)
  expect((await demoSays('Say "a `b` c"')).content).toMatch(/ a `b` c$/)
})

test('a block of code that is quoted opens none in the answer', async () => {
  const long = `Look at this\n\`\`\`js\n${'let a = 1\n'.repeat(60)}\`\`\`\nand think.`
  for (const asked of [`Look at this\n${block}`, long]) {
    expect((await demoSays(asked)).content).not.toContain('```')
  }
})

test('every answer in words says that no language model wrote it', async () => {
  for (const asked of ['hi', '1 + 1', 'Tell me a story']) {
    expect((await demoSays(asked)).content).toMatch(/^\[demo model, not a language model\] /)
  }
})

test('the same request gets the same answer', async () => {
  const [first, second] = await Promise.all([
    askDemo('Tell me a story'),
    askDemo('Tell me a story'),
  ])
  expect(first.body.choices).toEqual(second.body.choices)
})

test('a long text is quoted in part, and no character is cut in two', async () => {
  const { content } = await demoSays(`a${'😀'.repeat(5_000)}`)
  expect(content?.length).toBeLessThan(1_200)
  expect(content?.isWellFormed()).toBe(true)
})

test.each([
  ['none', 0],
  ['low', 1],
  ['high', 3],
])('reasoning_effort %s gives %d sentences of reasoning', async (effort, sentences) => {
  const { reasoning_content: reasoning = '' } = await demoSays('hi', { reasoning_effort: effort })
  expect(reasoning.match(/\.( |$)/g)?.length ?? 0).toBe(sentences)
})

test('choices after the first are marked', async () => {
  const { body } = await askDemo('hi', { n: 3 })
  expect(body.choices.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(body.choices[2]?.message.content).toContain('(choice 3)')
})

test('usage counts words', async () => {
  const { body } = await askDemo([
    { role: 'system', content: 'one two' },
    { role: 'user', content: 'Say "a b c"' },
  ])
  expect(body.choices[0]?.message.content).toBe('[demo model, not a language model] a b c')
  expect(body.usage).toMatchObject({ prompt_tokens: 6, completion_tokens: 9, total_tokens: 15 })
})
