import { parseUtf8, utf8ToBytes } from '../../bytes/bytes.ts'
import type { AnswerOpener } from '../../e2ee/e2ee-client.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import { eventData } from '../../sse/read-event.ts'

/** Reads an answer that is open already. */
export function clearOpener({ form, asked }: Pick<AnswerOpener, 'form' | 'asked'>): AnswerOpener {
  return {
    form: { ...form, clearIn: () => [], clearInChunk: () => [] },
    asked,
    openBuffered: (body) => ({
      text: parseUtf8(body),
      value: parseJsonObject(body).value,
    }),
    openEvent(bytes) {
      const data = eventData(bytes)
      const isChunk = data !== null && data !== '[DONE]'
      return { bytes, chunk: isChunk ? parseJsonObject(utf8ToBytes(data)).value : null }
    },
  }
}
