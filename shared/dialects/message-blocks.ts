import type { Json } from '../canonical-json.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { readOr } from '../read-or.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import { parseJsonText, type JsonObject } from '../json/parse-json-object.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as messageProblems from '../words/english/formats/message-problems.ts'

/** Names that mean something to whoever shows a message, or an event of its stream. */
export const knownMessageNames: ReadonlySet<string> = new Set(
  [
    ['type', 'role', 'content', 'choices', 'error', 'svc', 'message', 'index', 'delta'],
    ['content_block', 'text', 'thinking', 'signature', 'data', 'name', 'input', 'id'],
    ['partial_json', 'citation', 'citations', 'caller', 'tool_use_id', 'usage'],
  ].flat(),
)

/** Types of a block that stand in a message; those of other dialects do not. */
const blockType =
  /^(?:text|thinking|redacted_thinking|(?:server_|mcp_)?tool_use|[a-z_]+_tool_result|container_upload)$/

/**
 * A block that every program reads alike: its words stand where its type says.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function plainBlock(block: JsonObject): JsonObject {
  refuseLookalikes(block, knownMessageNames)
  const { type } = block
  if (typeof type !== 'string' || !blockType.test(type)) {
    throw malformedAnswer(messageProblems.blockType)
  }
  const own = wordsOf(type)
  for (const name of wordMembers) {
    const value = block[name]
    if (value === undefined || value === null) {
      if (name === own) throw malformedAnswer(messageProblems.blockLacks(type, name))
    } else if (name !== own) {
      throw malformedAnswer(messageProblems.blockMember)
    } else if (name !== 'input' && typeof value !== 'string') {
      throw malformedAnswer(messageProblems.blockNoText(name))
    }
  }
  return block
}

/** Members that hold what a block says. A result has its own in `content`. */
const wordMembers = ['text', 'thinking', 'input'] as const

function wordsOf(type: string): (typeof wordMembers)[number] | null {
  if (type === 'text' || type === 'thinking') return type
  return isToolUse(type) ? 'input' : null
}

function isToolUse(type: Json | undefined): boolean {
  return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use'
}

/** One block of the content while it is streamed. */
export interface GrowingBlock {
  /** `delta` of an event. @throws {FormatError} COMPLETION_MALFORMED */
  push(delta: JsonObject): void
  /** The whole block. @throws {FormatError} COMPLETION_MALFORMED */
  value(): JsonObject
}

/** What a delta of each type adds, and to a block of which type. */
const deltaMembers: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
  citations_delta: 'citation',
}
/** Members of events, and of deltas in them, that somebody could show. */
const telling = [
  ['message', 'index', 'content_block', 'delta', 'content', 'svc', 'choices', 'input', 'data'],
  Object.values(deltaMembers),
].flat()

/** @param own what it may say @throws {FormatError} COMPLETION_MALFORMED for what its type does not have */
export function refuseOtherWords(said: JsonObject, own: readonly string[]): void {
  refuseLookalikes(said, knownMessageNames)
  if (telling.some((name) => !own.includes(name) && isGiven(said[name]))) {
    throw malformedAnswer(messageProblems.eventMember)
  }
}

/** @param start `content_block` of the event that begins it */
export function growBlock(start: JsonObject): GrowingBlock {
  plainBlock(start)
  let text = ''
  let json = ''
  let signature: string | null = null
  const citations: Json[] = []

  function add(kind: string, piece: Json): void {
    const { type } = start
    if (kind === 'citations_delta') {
      if (type !== 'text' || !isJsonObject(piece)) throw malformedAnswer(messageProblems.citation)
      citations.push(piece)
      return
    }
    if (typeof piece !== 'string') throw malformedAnswer(messageProblems.deltaNoText)
    if (kind === 'text_delta' && type === 'text') text += piece
    else if (kind === 'thinking_delta' && type === 'thinking') text += piece
    else if (kind === 'input_json_delta' && isToolUse(type)) json += piece
    else if (kind === 'signature_delta' && type === 'thinking') signature = once(signature, piece)
    else throw malformedAnswer(messageProblems.deltaType)
  }

  return {
    push(delta) {
      const { type } = delta
      const own = typeof type === 'string' ? deltaMembers[type] : undefined
      if (typeof type !== 'string' || own === undefined) {
        throw malformedAnswer(messageProblems.eventType)
      }
      refuseOtherWords(delta, [own])
      add(type, delta[own] ?? null)
    },
    value() {
      const { type } = start
      const before = start['citations']
      return {
        ...start,
        ...(type === 'text' && { text: (start['text'] as string) + text }),
        ...(type === 'thinking' && { thinking: (start['thinking'] as string) + text }),
        ...(signature !== null && { signature: once(start['signature'] ?? null, signature) }),
        ...(citations.length > 0 && {
          citations: [...(Array.isArray(before) ? (before as readonly Json[]) : []), ...citations],
        }),
        ...(json !== '' && { input: inputOf(start['input'], json) }),
      }
    },
  }
}

/** Some clients keep the first, some the last, some join them. */
function once(before: Json, sent: string): string {
  if (before === null || before === '' || before === sent) return sent
  throw malformedAnswer(messageProblems.signatureChanges)
}

/** The input that was streamed as JSON text; if it was cut off and is no JSON object, the text itself. */
function inputOf(start: Json | undefined, json: string): Json {
  if (!isJsonObject(start) || Object.keys(start).length > 0) {
    throw malformedAnswer(messageProblems.toolInput)
  }
  return readOr(json, () => parseJsonText(json))
}
