import { parseUtf8 } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonText, type JsonObject } from '../json/parse-json-object.ts'
import { readEvent } from '../sse/read-event.ts'
import { unendedEvent } from '../sse/unended-event.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'
import { checkChunk, saysSomething, type ChoicesAsked } from './check-choices.ts'

/** What one event of a stream is to whoever reads a chat completion. */
export type StreamPart =
  | { readonly kind: 'chunk'; readonly chunk: JsonObject }
  /** The stream broke off with an error of its own. */
  | { readonly kind: 'error'; readonly chunk: JsonObject }
  /** `[DONE]`. */
  | { readonly kind: 'done' }
  /** A comment, or fields without data. */
  | { readonly kind: 'nothing' }

export interface ChunkReader {
  /** @throws {FormatError} for what two readers could read in two ways: nothing of it may be shown */
  read(event: Uint8Array): StreamPart
  /** The same for a last event without its blank line, which most readers drop. */
  readUnended(event: Uint8Array): StreamPart
}

interface ChunkReaderOptions {
  readonly asked: ChoicesAsked
  /** Throws when the bytes are not UTF-8. */
  readonly decodeUtf8?: (bytes: Uint8Array) => string
}

/**
 * Reads the events of one stream as every client does, or not at all. The rules are those of the `openai`
 * clients, of eventsource-parser and of WHATWG HTML section 9.2; where they differ, the event is refused.
 */
export function createChunkReader({
  asked,
  decodeUtf8 = parseUtf8,
}: ChunkReaderOptions): ChunkReader {
  let isFirst = true
  let isDone = false
  /** Name of the events that carry choices: who listens to another one hears nothing, and never a part. */
  let nameOfChoices: string | null = null

  function read(event: Uint8Array): StreamPart {
    const { name, data } = readEvent(event, decodeUtf8)
    if (data.length === 0) return { kind: 'nothing' }
    const text = data.join('\n')
    if (text === '[DONE]') {
      isDone = true
      return { kind: 'done' }
    }
    if (isDone) throw malformed(completionProblems.afterEnd)
    if (data.length > 1 && data.some(isChunkOfItsOwn)) {
      throw malformed(completionProblems.chunkInLine)
    }
    const chunk = parseJsonText(text, 'may-be-split')
    if (name === 'error' || (chunk['error'] !== undefined && chunk['error'] !== null)) {
      return { kind: 'error', chunk }
    }
    checkChunk(chunk, asked)
    const { choices } = chunk
    if (Array.isArray(choices) && choices.length > 0) {
      nameOfChoices ??= name
      // The openai clients hand events of these names on in another shape.
      if (name !== nameOfChoices || name.startsWith('thread.')) {
        throw malformed(completionProblems.eventNames)
      }
    }
    return { kind: 'chunk', chunk }
  }

  /** For an event that only some readers see: it may say nothing that matters. */
  function readSilent(event: Uint8Array): StreamPart {
    const part = read(event)
    if (part.kind === 'chunk' && !isSilent(part.chunk)) throw unendedEvent()
    return part
  }

  return {
    read(event) {
      const hasMark = isFirst && event[0] === 0xef && event[1] === 0xbb && event[2] === 0xbf
      isFirst = false
      return hasMark ? readSilent(event.subarray(3)) : read(event)
    },
    readUnended(event) {
      return isFirst && event[0] === 0xef ? readSilent(event.subarray(3)) : readSilent(event)
    },
  }
}

/** Readers that take each line for itself would show it. */
function isChunkOfItsOwn(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false
  try {
    const value = JSON.parse(line) as Json
    return isJsonObject(value) && Object.keys(value).some((key) => /^(?:choices|error)$/i.test(key))
  } catch {
    return false
  }
}

function isSilent({ choices }: JsonObject): boolean {
  return ((choices ?? []) as readonly JsonObject[]).every(({ delta, finish_reason: reason }) => {
    const isOpen = reason === undefined || reason === null || reason === ''
    return isOpen && !(isJsonObject(delta) && (hasOtherRole(delta) || saysSomething(delta)))
  })
}

function hasOtherRole({ role }: JsonObject): boolean {
  return role !== undefined && role !== null && role !== '' && role !== 'assistant'
}

function malformed(message: string): FormatError {
  return new FormatError('SSE_MALFORMED', message)
}
