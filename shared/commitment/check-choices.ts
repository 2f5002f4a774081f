import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { refuseLookalikes } from './member-names.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { isGiven } from '../json/is-given.ts'

/** How many choices a request asks for, as its `n` says; null where the request is not known. */
export type ChoicesAsked = number | null

/** Of a request's `n`: what is no count asks for one. */
export function choicesAsked(n: Json | undefined): number {
  return typeof n === 'number' && Number.isSafeInteger(n) && n > 0 ? n : 1
}

/**
 * Refuses a chunk of a stream that programs read in different ways, or that brings what was not asked for: its
 * choices are objects, each index stands once and below the number asked for, and words stand in `delta` alone.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function checkChunk(chunk: JsonObject, asked: ChoicesAsked): void {
  for (const choice of choicesOf(chunk, asked)) {
    const delta = wordsIn(choice, 'delta')
    if (isGiven(choice['message'])) throw malformedAnswer('a chunk of a stream has a whole message')
    checkText(choice, delta)
    const { finish_reason: reason } = choice
    if (isGiven(reason) && typeof reason !== 'string')
      throw malformedAnswer('finish_reason is not text')
  }
}

/**
 * The same for a buffered completion, whose words stand in `message` alone.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function checkCompletion(completion: JsonObject, asked: ChoicesAsked): void {
  for (const [position, choice] of choicesOf(completion, asked).entries()) {
    if (position === 0 && isOtherChoice(choice['index']))
      throw malformedAnswer('the first choice is not first')
    const message = wordsIn(choice, 'message')
    const delta = wordsIn(choice, 'delta')
    if (delta !== null && saysSomething(delta)) throw malformedAnswer('a whole answer has a delta')
    checkText(choice, message)
  }
}

/**
 * Whether a choice of a chunk is not the first one; a choice without an index is.
 * @throws {FormatError} COMPLETION_MALFORMED for an index that programs could read differently
 */
export function isOtherChoice(index: Json | undefined): boolean {
  if (index === undefined || index === null || index === 0) return false
  if (typeof index === 'number' && Number.isSafeInteger(index) && index > 0) return true
  throw malformedAnswer('the index of a choice is no whole number')
}

/** Whether anything in a delta but its role could be read as part of an answer. */
export function saysSomething(delta: JsonObject): boolean {
  return Object.entries(delta).some(
    ([key, value]) => key !== 'role' && isGiven(value) && value !== '' && !isEmptyList(value),
  )
}

/** Whether a chunk that was checked says more of the first choice: once that has finished, none may. */
export function continuesFirstChoice({ choices }: JsonObject): boolean {
  return ((choices ?? []) as readonly JsonObject[]).some(
    ({ index, delta }) => !isOtherChoice(index) && isJsonObject(delta) && saysSomething(delta),
  )
}

function choicesOf(body: JsonObject, asked: ChoicesAsked): readonly JsonObject[] {
  checkNames(body)
  const { choices } = body
  if (!isGiven(choices)) return []
  if (!Array.isArray(choices)) throw malformedAnswer('choices is not a list')
  const seen = new Set<number>()
  return (choices as readonly Json[]).map((choice) => {
    const named = plainObject(choice, 'choices')
    const { index } = named
    const at = isOtherChoice(index) ? (index as number) : 0
    if (asked !== null && at >= asked) throw malformedAnswer('a choice that was not asked for')
    if (!isGiven(index) && asked !== null && asked > 1)
      throw malformedAnswer('a choice has no index')
    if (seen.has(at)) throw malformedAnswer('two choices have the same index')
    seen.add(at)
    return named
  })
}

function wordsIn(choice: JsonObject, name: 'delta' | 'message'): JsonObject | null {
  const words = choice[name]
  if (!isGiven(words)) return null
  const said = plainObject(words, name)
  for (const call of listOf(said['tool_calls'])) {
    if (!isJsonObject(call)) continue
    checkNames(call)
    for (const inner of ['function', 'custom']) {
      if (isJsonObject(call[inner])) checkNames(call[inner])
    }
  }
  if (isJsonObject(said['function_call'])) checkNames(said['function_call'])
  return said
}

/** Older completions have their words in `text`, and there are servers that say them there once more. */
function checkText({ text }: JsonObject, words: JsonObject | null): void {
  if (isGiven(text) && text !== '' && text !== words?.['content']) {
    throw malformedAnswer('a choice has a text of its own')
  }
}

const knownNames = new Set(
  [
    ['choices', 'error', 'svc', 'index', 'delta', 'message', 'text', 'finish_reason', 'role'],
    ['content', 'reasoning_content', 'reasoning', 'refusal', 'tool_calls', 'function_call'],
    ['function', 'custom', 'id', 'type', 'name', 'arguments', 'input'],
  ].flat(),
)
function checkNames(object: JsonObject): void {
  refuseLookalikes(object, knownNames)
}

function plainObject(value: Json | undefined, name: string): JsonObject {
  if (!isJsonObject(value)) throw malformedAnswer(`${name} is not an object`)
  checkNames(value)
  return value
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}
