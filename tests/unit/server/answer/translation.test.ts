import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialectOfAnswer } from '#shared/dialects/dialect-registry.ts'
import { messagesDialect } from '#shared/dialects/messages.ts'
import { responsesDialect } from '#shared/dialects/responses.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { readChatAnswer } from '#shared/translation/chat-answer.ts'
import type { Translation } from '#shared/translation/translation.ts'
import { translations } from '#shared/translation/translations.ts'
import { UnsupportedMember } from '#shared/translation/unsupported-member.ts'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { translateAnswer } from '../../../../server/gateway/answer/dialects/translate-answer.ts'
import vectors from '../../../vectors/translation.vendors.json' with { type: 'json' }

const of = (dialect: string) => translations[dialect as keyof typeof translations] as Translation
const asObject = (value: unknown) => value as JsonObject

test.each(vectors.requests)('$name is said in chat', (vector) => {
  const { dialect, request, chat } = vector
  const leftOut = new Set<string>()
  const said = of(dialect).toChat(asObject(request), (member) => leftOut.add(member))
  expect(said).toEqual(chat)
  expect([...leftOut].toSorted()).toEqual([...(vector.left_out ?? [])].toSorted())
})

test.each(vectors.losses)('$dialect: $param is refused by name', ({ dialect, request, param }) => {
  let refusal: unknown
  try {
    of(dialect).toChat(asObject(request), () => {})
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(UnsupportedMember)
  expect(refusal).toMatchObject({ param })
})

test.each(vectors.answers)('$name is said in both dialects', (vector) => {
  const answer = readChatAnswer(asObject(vector.completion))
  expect(of('messages').fromChat(answer, {})).toEqual(vector.message)
  const response = of('responses').fromChat(answer, { store: true })
  expect(response).toMatchObject({ output: vector.output, status: vector.status, store: false })
  for (const each of [vector.message as unknown as JsonObject, response]) {
    const dialect = dialectOfAnswer(each)
    expect(dialect?.answerValue(each, 1)).toEqual(each['content'] ?? each['output'])
  }
})

interface Told {
  readonly text: string
  readonly error: unknown
}

/** What a stream of chat becomes. */
async function stream(dialect: string, chunks: readonly (object | string)[]): Promise<Told> {
  const events = chunks.map((each) => {
    const data = typeof each === 'string' ? each : JSON.stringify(each)
    return Buffer.from(`data: ${data}\n\n`)
  })
  const head = {
    status: 200,
    mediaType: 'text/event-stream',
    retryAfter: null,
    provenance: 'none',
    hints: {},
  } as const
  const { body } = translateAnswer(
    { head, body: Readable.from(events), proof: null },
    {
      translation: of(dialect),
      request: {},
      delivery: 'streamed',
      answerLimits: defaultLimits.answer,
    },
  )
  const pieces: Uint8Array[] = []
  let error: unknown = null
  try {
    for await (const piece of body) pieces.push(piece)
  } catch (thrown) {
    error = thrown
  }
  return { text: Buffer.concat(pieces).toString('utf8'), error }
}

/** As a client of the dialect puts it together. */
function assembled(dialect: string, text: string): Json {
  const form = dialect === 'messages' ? messagesDialect.stream : responsesDialect.stream
  const answer = form?.read(1)
  for (const event of splitSseEvents(Buffer.from(text)).events) answer?.read(event)
  return answer?.value() ?? null
}

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-B9M',
  object: 'chat.completion.chunk',
  created: 1741569952,
  model: 'gpt-4.1',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
})

/** A completion cut into chunks at any place. */
function chunksOf(message: JsonObject, finish: string, size: number): readonly object[] {
  const cut = (text: string) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
  const texts = ['reasoning_content', 'content', 'refusal'].flatMap((name) => {
    const text = message[name]
    return typeof text === 'string' ? cut(text).map((piece) => chunk({ [name]: piece })) : []
  })
  const calls = (message['tool_calls'] ?? []) as readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  return [
    chunk({ role: 'assistant', content: '' }),
    ...texts,
    ...calls.flatMap(({ id, function: called }, index) => [
      chunk({
        tool_calls: [
          { index, id, type: 'function', function: { name: called.name, arguments: '' } },
        ],
      }),
      ...cut(called.arguments).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, finish),
  ]
}

test.each(vectors.answers)('$name says the same as a stream, however it is cut', async (vector) => {
  const [choice] = vector.completion.choices
  const { usage } = vector.completion
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (size) => {
      const chunks = chunksOf(asObject(choice?.message), choice?.finish_reason ?? '', size)
      const all = [...chunks, { ...chunk({}), choices: [], usage }, '[DONE]']
      for (const [dialect, value] of [
        ['messages', vector.message.content],
        ['responses', vector.output],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop
        const { text, error } = await stream(dialect, all)
        expect(error).toBeNull()
        expect(assembled(dialect, text)).toEqual(value)
      }
    }),
    { numRuns: 9 },
  )
})

test.each(['messages', 'responses'])(
  '%s: a stream that no receipt can cover fails',
  async (dialect) => {
    const call = (index: number, more: object) =>
      chunk({ tool_calls: [{ index, function: { arguments: '{}' }, ...more }] })
    const named = (name: string, id: string) => ({ id, function: { name, arguments: '' } })
    for (const chunks of [
      [chunk({ content: 'a' }), chunk({}, 'stop'), chunk({ content: 'b' })],
      [chunk({ role: 'assistant' }), chunk({ role: 'user', content: 'a' })],
      [call(0, named('a', '1')), call(1, named('b', '2')), call(0, {})],
      [call(0, {})],
      [chunk({ reasoning: 'a', reasoning_content: 'b' })],
      [{ ...chunk({}), choices: [{ index: 1, delta: { content: 'a' } }] }],
      [{ ...chunk({}), choices: [{ index: 0, delta: {}, message: { content: 'a' } }] }],
      ['{"choices":['],
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await stream(dialect, chunks)
      expect(error, JSON.stringify(chunks)).toBeInstanceOf(FormatError)
    }
    const cut = await stream(dialect, [chunk({ content: 'a' })])
    expect(assembled(dialect, cut.text)).toBeNull()
  },
)

test.each(['messages', 'responses'])(
  '%s: an error of the upstream is told as one',
  async (dialect) => {
    const { text } = await stream(dialect, [{ error: { message: 'x', code: 'y' } }])
    expect(text).toBe('event: error\ndata: {"type":"error","error":{"message":"x","code":"y"}}\n\n')
    const form = dialect === 'messages' ? messagesDialect.stream : responsesDialect.stream
    expect(form?.read(1).read(Buffer.from(text))).toMatchObject({ kind: 'error' })
  },
)
