import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'
import { malformedAnswer } from './malformed-answer.ts'

/** How many choices a request asks for, as its `n` says; null where the request is not known. */
export type ChoicesAsked = number | null

/** The number of choices that `n` of a request asks for; a value that is no count asks for one. */
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
    if ((choice['message'] ?? null) !== null) throw malformedAnswer(completionProblems.wholeMessage)
    checkText(choice, delta)
    textIn(choice, 'finish_reason')
  }
}

/**
 * The same for a buffered completion, whose words stand in `message` alone.
 * @returns `choices[0].message`: what `responseCommit` commits to
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function checkCompletion(completion: JsonObject, asked: ChoicesAsked): JsonObject {
  let first: JsonObject | null = null
  for (const [position, choice] of choicesOf(completion, asked).entries()) {
    if (position === 0 && isOtherChoice(choice['index']))
      throw malformedAnswer(completionProblems.firstNotFirst)
    const message = wordsIn(choice, 'message')
    const delta = wordsIn(choice, 'delta')
    if (delta !== null && saysSomething(delta)) throw malformedAnswer(completionProblems.delta)
    checkText(choice, message)
    if (position === 0) first = message
  }
  return first ?? completionMessage(completion)
}

/** The same of a completion that was checked. @throws {FormatError} COMPLETION_MALFORMED */
export function completionMessage({ choices }: JsonObject): JsonObject {
  const [first] = listIn(choices, 'choices')
  const message = isJsonObject(first) ? first['message'] : undefined
  if (isJsonObject(message)) return message
  throw new FormatError('COMPLETION_MALFORMED', completionProblems.noMessage, '/choices/0/message')
}

/**
 * Whether a choice of a chunk is not the first one; a choice without an index is.
 * @throws {FormatError} COMPLETION_MALFORMED for an index that programs could read differently
 */
export function isOtherChoice(index: Json | undefined): boolean {
  if (index === undefined || index === null || index === 0) return false
  if (typeof index === 'number' && Number.isSafeInteger(index) && index > 0) return true
  throw malformedAnswer(completionProblems.choiceIndex)
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
  const seen = new Set<number>()
  return listIn(body['choices'], 'choices').map((choice) => {
    const named = plainObject(choice, 'choices')
    const { index } = named
    const at = isOtherChoice(index) ? (index as number) : 0
    if (asked !== null && at >= asked) throw malformedAnswer(completionProblems.choiceNotAsked)
    if ((index ?? null) === null && asked !== null && asked > 1)
      throw malformedAnswer(completionProblems.noIndex)
    if (seen.has(at)) throw malformedAnswer(completionProblems.sameIndex)
    seen.add(at)
    return named
  })
}

function wordsIn(choice: JsonObject, name: 'delta' | 'message'): JsonObject | null {
  const words = choice[name] ?? null
  if (words === null) return null
  const said = plainObject(words, name)
  const { tool_calls: calls, function_call: called = null } = said
  for (const call of Array.isArray(calls) ? (calls as readonly Json[]) : []) {
    if (!isJsonObject(call)) continue
    checkNames(call)
    for (const inner of ['function', 'custom']) {
      if (isJsonObject(call[inner])) checkNames(call[inner])
    }
  }
  if (called !== null && isJsonObject(called)) checkNames(called)
  return said
}

/** Older completions have their words in `text`, and there are servers that say them there once more. */
function checkText({ text = null }: JsonObject, words: JsonObject | null): void {
  if (text !== null && text !== '' && text !== words?.['content']) {
    throw malformedAnswer(completionProblems.ownText)
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

const plainName = /^[a-z0-9_]*$/

/**
 * Programs in Go take a member whose name differs in case alone for the member itself, and some in JavaScript
 * copy `__proto__` onto the object that they show.
 * @param known names that mean something to whoever reads an answer
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function refuseLookalikes(object: JsonObject, known: ReadonlySet<string>): void {
  for (const name of Object.keys(object)) {
    if (plainName.test(name) && name !== '__proto__') continue
    const folded = name.toUpperCase().toLowerCase()
    if (name === '__proto__' || (folded !== name && known.has(folded))) {
      throw new FormatError('COMPLETION_MALFORMED', completionProblems.otherName)
    }
  }
}

function plainObject(value: Json, name: string): JsonObject {
  const object = objectIn(value, name)
  checkNames(object)
  return object
}

/** Text of a member; null where it is absent or null. @throws {FormatError} COMPLETION_MALFORMED */
export function textIn(from: JsonObject, name: string): string | null {
  const value = from[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw malformedAnswer(completionProblems.notText(name))
}

/** A list; an empty one where it is absent or null. @throws {FormatError} COMPLETION_MALFORMED */
export function listIn(value: Json | undefined, name: string): readonly Json[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value as readonly Json[]
  throw malformedAnswer(completionProblems.notList(name))
}

/** @throws {FormatError} COMPLETION_MALFORMED */
export function objectIn(value: Json, name: string): JsonObject {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw malformedAnswer(completionProblems.notObject(name))
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}
