import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import {
  completionMessage,
  isOtherChoice,
  listIn,
  objectIn,
  saysSomething,
  textIn,
} from '../commitment/check-choices.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as translationProblems from '../words/english/errors/translation-problems.ts'

/** One part of what a chat answers. */
export type ChatBlock = ChatBlockHead & {
  /** The arguments of a call, as JSON text. */
  readonly text: string
}

export type ChatBlockHead =
  | { readonly kind: 'reasoning' | 'text' | 'refusal' }
  | { readonly kind: 'call'; readonly id: string; readonly name: string }

/** What a chat says of its answer, beside the words. */
export interface ChatFacts {
  /** Without `chatcmpl-`. */
  readonly id: string
  readonly model: string
  /** Unix seconds. */
  readonly created: number
  /** '' while it has not finished. */
  readonly finish: string
  readonly usage: JsonObject | null
}

export interface ChatAnswer extends ChatFacts {
  readonly blocks: readonly ChatBlock[]
}

/**
 * A completion that was checked, with one choice.
 * @throws {FormatError} COMPLETION_MALFORMED for what other dialects have no words for
 */
export function readChatAnswer(completion: JsonObject): ChatAnswer {
  const message = completionMessage(completion)
  const [choice] = listIn(completion['choices'], 'choices')
  const finish = textIn(objectIn(choice ?? null, 'choices'), 'finish_reason')
  return {
    ...factsOf(completion),
    finish: finish ?? 'stop',
    blocks: [
      ...textBlocks(message).map(({ kind, text }) => ({ kind, text })),
      ...listIn(message['tool_calls'], 'tool_calls').map((call, index): ChatBlock => {
        const { id, name, text } = readCall(call)
        return { kind: 'call', id: id ?? `call_${index}`, name: required(name), text }
      }),
    ],
  }
}

interface TextPiece {
  readonly kind: 'reasoning' | 'text' | 'refusal'
  readonly text: string
}

/** The thoughts, words and refusals of a message or a delta. */
function textBlocks(said: JsonObject): readonly TextPiece[] {
  if (isJsonObject(said['function_call']))
    throw malformedAnswer(translationProblems.oldFunctionCall)
  const [thought, repeated] = [textIn(said, 'reasoning_content'), textIn(said, 'reasoning')]
  if (thought && repeated && thought !== repeated)
    throw malformedAnswer(translationProblems.twoReasonings)
  const pieces = [
    { kind: 'reasoning' as const, text: thought || repeated },
    { kind: 'text' as const, text: textIn(said, 'content') },
    { kind: 'refusal' as const, text: textIn(said, 'refusal') },
  ]
  return pieces.flatMap(({ kind, text }) => (text ? [{ kind, text }] : []))
}

function readCall(value: Json) {
  const call = objectIn(value, 'tool_calls')
  if (isJsonObject(call['custom'])) throw malformedAnswer(translationProblems.toolInput)
  const called = objectIn(call['function'] ?? {}, 'function')
  return {
    id: textIn(call, 'id'),
    name: textIn(called, 'name'),
    text: textIn(called, 'arguments') ?? '',
  }
}

function required(name: string | null): string {
  if (name === null || name === '') throw malformedAnswer(translationProblems.callWithoutName)
  return name
}

function factsOf({ id, model, created, usage }: JsonObject): ChatFacts {
  return {
    id: (typeof id === 'string' ? id : '').replace(/^chatcmpl-/, '') || '0',
    model: typeof model === 'string' ? model : '',
    created: typeof created === 'number' ? created : 0,
    finish: '',
    usage: isJsonObject(usage) ? usage : null,
  }
}

export type ChatStep =
  | { readonly kind: 'begin'; readonly head: ChatBlockHead }
  | { readonly kind: 'more'; readonly head: ChatBlockHead; readonly text: string }
  | { readonly kind: 'end'; readonly block: ChatBlock }

export interface ChatSteps {
  /** A chunk that was checked. @throws {FormatError} COMPLETION_MALFORMED */
  push(chunk: JsonObject): readonly ChatStep[]
  end(): readonly ChatStep[]
  facts(): ChatFacts
}

/** The chunks of a stream as blocks that begin, grow and end, one at a time. */
export function createChatSteps(): ChatSteps {
  // Refuses what changes as a stream goes on.
  const assembler = createMessageAssembler()
  let open: ChatBlock | null = null
  let place: Json = null
  let calls = 0
  let facts: ChatFacts | null = null

  function close(): readonly ChatStep[] {
    if (open === null) return []
    const block = open
    open = null
    return [{ kind: 'end', block }]
  }

  function grow(text: string): readonly ChatStep[] {
    if (open === null) throw malformedAnswer(translationProblems.fragmentAlone)
    if (text === '') return []
    open = { ...open, text: open.text + text }
    return [{ kind: 'more', head: open, text }]
  }

  function begin(head: ChatBlockHead): readonly ChatStep[] {
    const before = close()
    open = { ...head, text: '' }
    return [...before, { kind: 'begin', head }]
  }

  function pushCall(value: Json): readonly ChatStep[] {
    const { id, name, text } = readCall(value)
    const at = (objectIn(value, 'tool_calls')['index'] ?? null) as Json
    const isNew = at === null ? Boolean(id || name) : at !== place
    if (!isNew && open?.kind === 'call') return grow(text)
    if (!isNew || (at !== null && at !== calls))
      throw malformedAnswer(translationProblems.fragmentsMixed)
    place = at
    calls += 1
    const head = { kind: 'call', id: id || `call_${calls - 1}`, name: required(name) } as const
    return [...begin(head), ...grow(text)]
  }

  function pushDelta(delta: JsonObject): readonly ChatStep[] {
    const steps = textBlocks(delta).flatMap(({ kind, text }) => [
      ...(open?.kind === kind ? [] : begin({ kind })),
      ...grow(text),
    ])
    return [...steps, ...listIn(delta['tool_calls'], 'tool_calls').flatMap(pushCall)]
  }

  return {
    push(chunk) {
      const before = facts ?? factsOf(chunk)
      const { usage } = factsOf(chunk)
      const isOver = assembler.finished()
      assembler.push(chunk)
      facts = { ...before, usage: usage ?? before.usage }
      return listIn(chunk['choices'], 'choices').flatMap((item) => {
        const choice = objectIn(item, 'choices')
        if (isOtherChoice(choice['index'])) return []
        const delta = objectIn(choice['delta'] ?? {}, 'delta')
        if (isOver && saysSomething(delta)) throw malformedAnswer(translationProblems.afterEnd)
        const finish = textIn(choice, 'finish_reason')
        if (finish && facts !== null && facts.finish === '') facts = { ...facts, finish }
        return pushDelta(delta)
      })
    },
    end: close,
    facts: () => facts ?? factsOf({}),
  }
}
