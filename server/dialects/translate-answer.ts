import { checkCompletion } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { FormatError } from '#shared/errors.ts'
import { limitJson, type JsonLimits } from '#shared/json/limit-json.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import type { AnswerSink, UpstreamFailure } from '../upstream.ts'
import { readChatAnswer } from '#shared/translation/chat-answer.ts'
import { translateChunks } from '#shared/translation/translate-chunks.ts'
import type { Translation } from '#shared/translation/translation.ts'

interface Translated {
  readonly translation: Translation
  /** In its own dialect. */
  readonly request: JsonObject
  readonly delivery: 'buffered' | 'streamed'
  /** Of a buffered answer, before anything is built of it. */
  readonly answerLimits: JsonLimits
  /** Stops the upstream; nothing more is heard from it. */
  readonly abort: () => void
}

/** Bytes of a chat → bytes of the dialect. */
interface Writer {
  push(chunk: Uint8Array): Uint8Array | null
  end(): Uint8Array | null
}

/**
 * Hears a chat's answer and tells it in another dialect. What it hears is read as strictly as where a chat is
 * passed on, and what it tells is read once more behind it. A refusal goes through as it is.
 */
export function translateAnswer(sink: AnswerSink, translated: Translated): AnswerSink {
  let writer: Writer | null = null
  let isOver = false

  function attempt(step: () => void): void {
    if (isOver) return
    try {
      step()
    } catch (error) {
      isOver = true
      translated.abort()
      sink.fail(toFailure(error))
    }
  }

  function tell(bytes: Uint8Array | null): void {
    if (bytes !== null && bytes.length > 0) sink.data(bytes)
  }

  return {
    head(head) {
      if (head.status === 200) writer = writerOf(translated, head.mediaType)
      sink.head(head)
    },
    data: (chunk) => attempt(() => tell(writer === null ? chunk : writer.push(chunk))),
    end(proof) {
      attempt(() => tell(writer?.end() ?? null))
      if (!isOver) sink.end(proof)
    },
    fail(failure) {
      if (!isOver) sink.fail(failure)
    },
  }
}

/** Null for an answer of another kind than was asked for, which is refused behind this. */
function writerOf(
  { delivery, translation, request, answerLimits }: Translated,
  mediaType: string,
): Writer | null {
  if (delivery === 'buffered') {
    return mediaType === 'application/json' ? writeWhole(translation, request, answerLimits) : null
  }
  return mediaType === 'text/event-stream' ? writeEvents(translation, request) : null
}

function writeWhole(translation: Translation, request: JsonObject, limits: JsonLimits): Writer {
  const chunks: Uint8Array[] = []
  return {
    push(chunk) {
      chunks.push(chunk)
      return null
    },
    end() {
      const bytes = Buffer.concat(chunks)
      limitJson(bytes, limits)
      const { value } = parseJsonObject(bytes, decodeUtf8)
      checkCompletion(value, 1)
      return Buffer.from(JSON.stringify(translation.fromChat(readChatAnswer(value), request)))
    },
  }
}

function writeEvents(translation: Translation, request: JsonObject): Writer {
  const splitter = createSseSplitter(eventLimitBytes)
  const reader = createChunkReader({ asked: 1, decodeUtf8 })
  const translated = translateChunks(translation, request)
  let waiting: string[] = []

  function take(event: Uint8Array): void {
    const part = reader.read(event)
    if (part.kind === 'error') waiting.push(errorEvent(part.chunk))
    if (part.kind === 'chunk') waiting.push(...translated.push(part.chunk))
  }

  function takeWaiting(): Uint8Array {
    const bytes = Buffer.from(waiting.join(''))
    waiting = []
    return bytes
  }

  return {
    push(chunk) {
      splitter.push(chunk, take)
      return takeWaiting()
    },
    end() {
      const rest = splitter.end(take)
      if (rest.length > 0) reader.readUnended(rest)
      waiting.push(...translated.end())
      return takeWaiting()
    },
  }
}

/** An error that the upstream broke off with, to be read behind this as where none is translated. */
function errorEvent({ error = null }: JsonObject): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
}

function toFailure(error: unknown): UpstreamFailure {
  if (error instanceof FormatError) return { kind: 'unreadable', error }
  throw error
}
