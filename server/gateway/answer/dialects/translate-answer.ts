import { checkCompletion } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { scanJson, type JsonLimits } from '#shared/json/scan-json.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { SseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import type { UpstreamAnswer } from '../../common/upstream.ts'
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
}

type Body = UpstreamAnswer['body']

/**
 * A chat's answer in another dialect. It is read as strictly as where a chat is passed on, and what is made of it is read
 * once more behind this. A refusal goes through as it is, and so does an answer of another kind than was asked for, which
 * is refused behind this.
 */
export function translateAnswer(answer: UpstreamAnswer, translated: Translated): UpstreamAnswer {
  const { status, mediaType } = answer.head
  const { delivery } = translated
  const wanted = delivery === 'buffered' ? 'application/json' : 'text/event-stream'
  if (status !== 200 || mediaType !== wanted) return answer
  const translate = delivery === 'buffered' ? translateWhole : translateEvents
  return { ...answer, body: translate(answer.body, translated) }
}

/** @throws {FormatError} for what no receipt can cover */
async function* translateWhole(
  body: Body,
  { translation, request, answerLimits }: Translated,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  scanJson(bytes, answerLimits)
  const { value } = parseJsonObject(bytes, decodeUtf8)
  checkCompletion(value, 1)
  yield Buffer.from(JSON.stringify(translation.fromChat(readChatAnswer(value), request)))
}

/** @throws {FormatError} behind what was translated until then */
async function* translateEvents(
  body: Body,
  { translation, request }: Translated,
): AsyncGenerator<Uint8Array, void, undefined> {
  const splitter = new SseSplitter(eventLimitBytes)
  const reader = createChunkReader({ asked: 1, decodeUtf8 })
  const translated = translateChunks(translation, request)

  function read(event: Uint8Array): readonly string[] {
    const part = reader.read(event)
    if (part.kind === 'error') return [errorEvent(part.chunk)]
    return part.kind === 'chunk' ? translated.push(part.chunk) : []
  }

  for await (const piece of body) {
    const events = [...splitter.events(piece)].flatMap(read)
    if (events.length > 0) yield Buffer.from(events.join(''))
  }
  const { events, rest } = splitter.end()
  const last = events.flatMap(read)
  if (rest.length > 0) reader.readUnended(rest)
  yield Buffer.from([...last, ...translated.end()].join(''))
}

/** An error that the upstream broke off with, to be read behind this as where none is translated. */
function errorEvent({ error = null }: JsonObject): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
}
