import { expect, test } from 'vitest'
import { askDemo, demoSays } from '../../../../support/ask-demo.ts'

test.each([
  ['What is 12 * 3?', '12 * 3 = 36'],
  ['Hello there! What is 2 + 3 * (4 - 1)?', '= 11'],
  ['7 ÷ 2', '= 3.5'],
  ['calculate 2^10', '= 1024'],
  ['What’s 6 times 7?', '6 * 7 = 42'],
  ['0.1 + 0.2', '= 0.3'],
  ['-2^2', '= -4'],
  ['1/0', '1/0 has no finite value'],
  ['hi', 'Hello!'],
  ['Good morning, friend', 'Hello!'],
  ['thanks a lot', 'You are welcome'],
  ['Who are you?', 'countersign-demo'],
  ['What time is it?', 'no clock'],
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

test.each(['2026-11-20', '3 + * 4', '(1', '1 +', 'call 5 people', '()', '1..2 + 1'])(
  '%j is no sum',
  async (asked) => {
    expect((await demoSays(asked)).content).not.toContain(' = ')
  },
)

const block = '```js\nconst a = `x`\n```'

test('a block of code that is to be repeated comes back whole, on lines of its own', async () => {
  const { content } = await demoSays(`Repeat this: ${block}`)
  expect(content).toBe(`[demo model, not a language model]\n\n${block}`)
  expect((await demoSays(`Say "before ${block} after"`)).content).toContain(`before ${block} after`)
  expect((await demoSays('Say "a `b` c"')).content).toMatch(/ a `b` c$/)
})

test('a block of code that is quoted ends before what is said about it', async () => {
  const long = `Look at this\n\`\`\`js\n${'let a = 1\n'.repeat(60)}\`\`\`\nand think.`
  for (const asked of [`Look at this\n${block}`, long, `${block}`]) {
    const content = (await demoSays(asked)).content ?? ''
    const lines = content.split('\n')
    const fences = lines.filter((line) => line.startsWith('```'))
    expect(fences).toHaveLength(2)
    expect(fences[1]).toBe('```')
    expect(lines.at(-1)).toMatch(/^”\. What reached me/)
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

test('what reached the model is listed: roles, messages, attachments', async () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
  const { content } = await demoSays([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hm.' },
    { role: 'assistant', content: 'Yes?' },
    {
      role: 'user',
      content: [{ type: 'text', text: 'Describe these' }, image, image, { type: 'file', file: {} }],
    },
  ])
  expect(content).toContain('2 images and 1 file')
  expect(content).toContain('4 messages (1 system, 2 user, 1 assistant)')
  expect(content).toContain('“Describe these”')
})

test('an earlier message is remembered from the request alone', async () => {
  const { content } = await demoSays([
    { role: 'user', content: 'I like figs' },
    { role: 'assistant', content: 'Good.' },
    { role: 'user', content: 'What did I say?' },
  ])
  expect(content).toContain('“I like figs”')
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
