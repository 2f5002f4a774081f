/** Answers as models write them, of every kind that front-ends draw in ways of their own. */
export interface SampleAnswer {
  readonly content: string
  /** Beside the content, where an upstream tells it apart. */
  readonly reasoning?: string
}

const words = 'A receipt says who signed it, and when, and for which words.'
const many = Array.from(
  { length: 60 },
  (_, at) => `Sentence ${at} of this answer says one thing more about receipts and their signers.`,
)
const code = Array.from(
  { length: 80 },
  (_, at) => `const value${at} = compute(${at}) // step ${at}`,
)

export const sampleAnswers: Readonly<Record<string, SampleAnswer>> = {
  plain: { content: words },
  long: { content: many.join(' ') },
  markdown: {
    content: [
      '## What a receipt proves',
      '',
      `${words} **Three things** follow, and *none of them* is small:`,
      '',
      '1. **Origin**: the gateway signed it',
      '2. **Integrity**: see [the format](https://example.com/format)',
      '   - of the answer',
      '   - of the question',
      '3. Use `npm run verify` for it',
      '',
      '> What was signed cannot be unsigned.',
      '',
      'That is all.',
    ].join('\n'),
  },
  table: {
    content: `Two modes compared:\n\n| Mode | Who reads it |\n|---|---|\n| private | the gateway |\n| e2ee | *nobody else* |\n\nChoose the second one.`,
  },
  code: {
    content:
      'Run this first:\n\n```ts\nconst a = 1\nif (a < 2) {\n  send(a)\n}\n```\n\nand then wait for it.',
  },
  'long code': {
    content: `Here is the whole file:\n\n\`\`\`js\n${code.join('\n')}\n\`\`\`\n\nSave it.`,
  },
  'LaTeX $': {
    content: 'The area is $A = \\pi r^2$ and the sum is $\\frac{a}{b} + 10$, as before.',
  },
  'LaTeX $$': {
    content: 'It follows that\n\n$$\nE = m c^2 + \\sqrt{x}\n$$\n\nfor every such body.',
  },
  'LaTeX, display': {
    content:
      'The sum is\n\n$$\n\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}\n$$\n\nand so is $\\int_0^1 x \\, dx + \\sqrt[3]{8}$ a number.',
  },
  'LaTeX \\(': { content: 'The area is \\(A = \\pi r^2\\) and nothing else is needed here.' },
  'LaTeX \\[': { content: 'It follows that\n\n\\[\nE = m c^2\n\\]\n\nfor every such body.' },
  '<think>': {
    content: `<think>\nThe user asks about receipts. Let me think.\n</think>\n\n${words}`,
  },
  reasoning: { content: words, reasoning: 'The user asks about receipts. Let me think of it.' },
  'trailing newline': { content: `${words}\n\n` },
  spaces: { content: `  ${words}  ` },
}
