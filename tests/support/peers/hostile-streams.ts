import fc from 'fast-check'

/** Stands in everything that no receipt may let through as part of an answer. */
export const forged = 'FORGED'

export interface HostileStream {
  readonly bytes: Uint8Array
  /** How many choices the request asked for. */
  readonly n: number
  /** Sizes of the pieces in which it comes. */
  readonly cuts: readonly number[]
}

type Lines = readonly string[]

const words = fc.constantFrom(
  'Hello',
  ' world',
  ' é😀',
  '\u2028',
  '\u0085',
  '"',
  '\\n',
  ' [DONE] ',
  '',
)

const chunkText = (delta: object, finish: unknown = null, index: unknown = 0, more: object = {}) =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index, delta, finish_reason: finish, ...more }],
  })

const said = words.chain((content) =>
  fc.constantFrom<Lines>(
    [`data: ${chunkText({ content })}`],
    [`data:${chunkText({ content })}`],
    ['event: message', `data: ${chunkText({ content }, '')}`],
    ['id: 7', `data: ${chunkText({ content })}`, 'retry: 100'],
    [': OPENROUTER PROCESSING', `data: ${chunkText({ content })}`],
    [`data: ${chunkText({ role: 'assistant', content })}`],
    [`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`],
    ['data: {"choices":', `data: [{"index":0,"delta":${JSON.stringify({ content })}}]}`],
  ),
)

const lie = chunkText({ content: forged })
const hostile = fc.constantFrom<Lines>(
  [': x', `\ufeffdata: ${lie}`],
  [`\ufeffdata: ${lie}`],
  [`\ufeff\ufeffdata: ${lie}`],
  [`ï»¿data: ${lie}`],
  [` data: ${lie}`],
  [`data : ${lie}`],
  [`Data: ${lie}`],
  [`DATA:${lie}`],
  [`: x\u2028data: ${lie}`],
  [`: x\u000bdata: ${lie}`],
  [`id: 1\u0085data: ${lie}`],
  [`event: x\u2029data: ${lie}`],
  [`event: error`, `data: ${lie}`],
  [`event: thread.message`, `data: ${lie}`],
  [`event: other`, `data: ${lie}`],
  [`data: ${chunkText({ content: forged }, null, 1)}`],
  [`data: ${chunkText({ content: forged }, null, 2)}`],
  [`data: ${chunkText({ content: forged }, null, -1)}`],
  [`data: ${chunkText({ content: forged }, null, '0')}`],
  [`data: ${chunkText({ content: forged }, null, null)}`],
  [`data: ${chunkText({ content: forged }, null, 0.5)}`],
  [`data: {"choices":[{"index":0,"delta":{}},{"index":0,"delta":{"content":"${forged}"}}]}`],
  [`data: {"choices":[{"index":0,"delta":{"content":"a","content":"${forged}"}}]}`],
  [`data: {"choices":[],"choices":[{"index":0,"delta":{"content":"${forged}"}}]}`],
  [`data: {"choices":[{"index":0,"delta":{"__proto__":{"content":"${forged}"}}}]}`],
  [`data: {"choices":[{"index":0,"delta":{"content":"a","Content":"${forged}"}}]}`],
  [`data: ${chunkText({}, null, 0, { message: { role: 'assistant', content: forged } })}`],
  [`data: ${chunkText({}, null, 0, { text: forged })}`],
  [`data: ${chunkText({ content: [{ type: 'text', text: forged }] })}`],
  [`data: ${chunkText({ role: 'user', content: forged })}`],
  [`data: {"choices":{"0":{"index":0,"delta":{"content":"${forged}"}}}}`],
  [`data: {"x":[`, `data: ${lie}`, 'data: ]}'],
  [`data: ${lie}`, `data: ${lie}`],
  [`data: ${lie}${lie}`],
  [`data: \ufeff${lie}`],
  [`data: [${lie}]`],
  ['data: [DONE]', `data: ${lie}`],
  ['data: [DONE]'],
  ['data:  [DONE]'],
  ['data: [DONE] '],
  ['data'],
  ['data:'],
  ['event: x'],
  ['id: 1'],
  ['retry: soon'],
  [lie],
  [`error: {"code":500}`],
  [`data: {"error":{"message":"${forged}"}}`],
  [`data: {"error":{"message":"x"},"choices":[{"index":0,"delta":{"content":"${forged}"}}]}`],
  [`data: ${chunkText({ content: forged }, 'stop')}`],
  [`data: ${chunkText({ content: forged }, 0)}`],
  [`data: ${chunkText({}, 'length')}`],
  ['data: {"choices":[],"usage":{}}'],
  ['data: {"choices":null}'],
  ['data: null'],
  [`data: ${chunkText({ content: null })}`],
  ['data: {"x":NaN}'],
  [`id: \u0000`, `data: ${lie}`],
)

const ending = fc.constantFrom('', '', '', '', '', '', 'no-blank', 'no-end', 'half')
const lineEnds = fc.constantFrom('\n', '\n', '\r\n', '\r', 'mixed')

/** Streams as upstreams send them, with none or a few things in them that only some programs read. */
export const hostileStream: fc.Arbitrary<HostileStream> = fc
  .record({
    events: fc.array(said, { maxLength: 5 }),
    insertions: fc.oneof(
      fc.constant([]),
      fc.array(fc.tuple(hostile, fc.nat(8)), { minLength: 1, maxLength: 2 }),
    ),
    hasMark: fc.integer({ min: 0, max: 15 }).map((draw) => draw === 0),
    spoils: fc.integer({ min: 0, max: 15 }).map((draw) => draw === 0),
    hasDone: fc.boolean(),
    lastWords: fc.constantFrom({}, {}, { content: '!' }),
    end: lineEnds,
    ending,
    n: fc.constantFrom(1, 1, 1, 2),
    cuts: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
  })
  .map(
    ({ events, insertions, hasMark, spoils, hasDone, lastWords, end, ending: last, n, cuts }) => {
      const all: Lines[] = [
        [`data: ${chunkText({ role: 'assistant', content: '' })}`],
        ...events,
        [`data: ${chunkText(lastWords, 'stop')}`],
        ...(hasDone ? [['data: [DONE]']] : []),
      ]
      for (const [lines, at] of insertions) all.splice(Math.min(at, all.length), 0, lines)
      let count = 0
      const ends = ['\n', '\r\n', '\r'] as const
      const lineEnd = () => (end === 'mixed' ? (ends[(count += 1) % 3] ?? '\n') : end)
      const text = all
        .map((lines) => `${lines.map((line) => `${line}${lineEnd()}`).join('')}${lineEnd()}`)
        .join('')
      const whole = Buffer.from((hasMark ? '\ufeff' : '') + shorten(text, last))
      if (spoils) whole[Math.floor(whole.length / 2)] = 0xff
      return { bytes: whole, n, cuts }
    },
  )

function shorten(text: string, ending: string): string {
  if (ending === 'no-blank') return text.replace(/(?:\r\n|\n|\r)$/, '')
  if (ending === 'no-end') return text.replace(/[\r\n]+$/, '')
  return ending === 'half' ? text.slice(0, -9) : text
}
