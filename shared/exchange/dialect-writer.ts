import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import type { ApiDialect, DialectId, StreamedAnswer } from '../dialects/api-dialect.ts'
import { errorEvent } from '../dialects/error-shapes.ts'
import { spliceSvcIntoLast } from '../dialects/splice-svc-into-last.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import { chatWriter, type AnswerWriter, type StreamWriter } from './answer-writer.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { spliceSvcIntoJson } from '../svc/splice-svc.ts'
import { readChatAnswer } from '../translation/chat-answer.ts'
import { translateChunks, type TranslatedChunks } from '../translation/translate-chunks.ts'
import type { Translation } from '../translation/translation.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'

/** A dialect, and its translation where enclaves do not speak it. */
interface WrittenDialect {
  readonly format: ApiDialect
  readonly translation: Translation | null
}

/** @param request in the dialect's own words */
export function dialectWriter(
  { format, translation }: WrittenDialect,
  request: JsonObject,
): AnswerWriter {
  return translation === null ? chatWriter : translatedWriter(format, translation, request)
}

/** A chat's answer in the words of another dialect, read once more as its clients read it. */
function translatedWriter(
  format: ApiDialect,
  translation: Translation,
  request: JsonObject,
): AnswerWriter {
  return {
    whole(text, svcText) {
      const chat = parseJsonObject(utf8ToBytes(text)).value
      const answer = translation.fromChat(readChatAnswer(chat), request)
      format.answerValue(answer, 1)
      const bytes = utf8ToBytes(JSON.stringify(answer))
      return parseUtf8(svcText === null ? bytes : spliceSvcIntoJson(bytes, svcText))
    },
    stream() {
      if (format.stream === null) throw new TypeError('answers of this dialect are never streamed')
      const chunks = translateChunks(translation, request)
      return translatedStream(format.id, format.stream.read(1), chunks)
    },
    refusal: (refused) => utf8ToBytes(errorEvent(refused, format.id)),
  }
}

function translatedStream(
  dialect: DialectId,
  reader: StreamedAnswer,
  chunks: TranslatedChunks,
): StreamWriter {
  let isWhole = false

  function take(text: string): OpenedEvent & { readonly isLast: boolean } {
    const bytes = utf8ToBytes(text)
    const part = reader.read(bytes)
    const isLast = part.kind === 'part' && part.isLast
    isWhole ||= isLast
    return { bytes, chunk: null, isLast }
  }

  const write = ({ chunk }: OpenedEvent) =>
    chunk === null ? [] : chunks.push(chunk).map((text) => take(text))

  return {
    write,
    end(held, svcText) {
      const events = [...held.flatMap(write), ...chunks.end().map((text) => take(text))]
      if (!isWhole) throw malformedAnswer(exchangeErrors.noEnd)
      if (svcText === null) return events
      return events.map((event) =>
        event.isLast
          ? { ...event, bytes: spliceSvcIntoLast(dialect, event.bytes, svcText) }
          : event,
      )
    },
  }
}
