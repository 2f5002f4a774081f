import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialectOfAnswer } from '#shared/dialects/dialect-registry.ts'
import { messagesDialect } from '#shared/dialects/messages.ts'
import { responsesDialect } from '#shared/dialects/responses.ts'
import type { Json } from '#shared/canonical-json.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { readChatAnswer } from '#shared/translation/chat-answer.ts'
import type { Translation } from '#shared/translation/translation.ts'
import { translations } from '#shared/translation/translations.ts'
import { UnsupportedMember } from '#shared/translation/unsupported-member.ts'
import { defaultLimits } from '../../../../server/config/size-limits.ts'
import { translateAnswer } from '../../../../server/dialects/translate-answer.ts'
import type { AnswerSink, UpstreamFailure } from '../../../../server/upstream.ts'
import vectors from '../../../vectors/translation.vendors.json' with { type: 'json' }

const of = (dialect: string) => translations[dialect as keyof typeof translations] as Translation
const asObject = (value: unknown) => value as JsonObject

test.each(vectors.requests)('$name is said in chat', ({ dialect, request, chat }) => {
  expect(of(dialect).toChat(asObject(request))).toEqual(chat)
})

test.each(vectors.losses)('$dialect: $param is refused by name', ({ dialect, request, param }) => {
  let refusal: unknown
  try {
    of(dialect).toChat(asObject(request))
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
  readonly failure: UpstreamFailure | null
}

/** What a stream of chat becomes. */
function stream(dialect: string, chunks: readonly (object | string)[]): Told {
  const pieces: Uint8Array[] = []
  let failure: UpstreamFailure | null = null
  const sink: AnswerSink = {
    head() {},
    data: (piece) => void pieces.push(piece),
    end() {},
    fail: (told) => void (failure = told),
  }
  const told = translateAnswer(sink, {
    translation: of(dialect),
    request: {},
    delivery: 'streamed',
    answerLimits: defaultLimits.answer,
    abort() {},
  })
  const hints = {}
  told.head({
    status: 200,
    mediaType: 'text/event-stream',
    retryAfter: null,
    provenance: 'none',
    hints,
  })
  for (const chunk of chunks) {
    const data = typeof chunk === 'string' ? chunk : JSON.stringify(chunk)
    told.data(Buffer.from(`data: ${data}\n\n`))
  }
  told.end(null)
  return { text: Buffer.concat(pieces).toString('utf8'), failure }
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

test.each(vectors.answers)('$name says the same as a stream, however it is cut', (vector) => {
  const [choice] = vector.completion.choices
  const { usage } = vector.completion
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), (size) => {
      const chunks = chunksOf(asObject(choice?.message), choice?.finish_reason ?? '', size)
      const all = [...chunks, { ...chunk({}), choices: [], usage }, '[DONE]']
      for (const [dialect, value] of [
        ['messages', vector.message.content],
        ['responses', vector.output],
      ] as const) {
        const { text, failure } = stream(dialect, all)
        expect(failure).toBeNull()
        expect(assembled(dialect, text)).toEqual(value)
      }
    }),
    { numRuns: 9 },
  )
})

test.each(['messages', 'responses'])('%s: a stream that no receipt can cover fails', (dialect) => {
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
    expect(stream(dialect, chunks).failure, JSON.stringify(chunks)).toMatchObject({
      kind: 'unreadable',
    })
  }
  const cut = stream(dialect, [chunk({ content: 'a' })])
  expect(assembled(dialect, cut.text)).toBeNull()
})

test.each(['messages', 'responses'])('%s: an error of the upstream is told as one', (dialect) => {
  const { text } = stream(dialect, [{ error: { message: 'x', code: 'y' } }])
  expect(text).toBe('event: error\ndata: {"type":"error","error":{"message":"x","code":"y"}}\n\n')
  const form = dialect === 'messages' ? messagesDialect.stream : responsesDialect.stream
  expect(form?.read(1).read(Buffer.from(text))).toMatchObject({ kind: 'error' })
})
