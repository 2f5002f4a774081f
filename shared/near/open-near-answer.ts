import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { AnswerOpener } from '../e2ee/e2ee-client.ts'
import { notContentFree } from '../e2ee/in-clear/content-free.ts'
import { mapSealed, type SealedCodec } from '../e2ee/map-sealed.ts'
import { sealedForms, type SealedForm } from '../e2ee/sealed-form.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import { withData } from '../sse/with-data.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import type { FieldScheme } from './field-scheme.ts'
import { nearFields } from './near-fields.ts'

const form: SealedForm = {
  ...sealedForms.chat,
  clearIn: (answer) => notContentFree(answer, nearFields.answer.whole),
  clearInChunk: (chunk) => notContentFree(chunk, nearFields.chunk.whole),
}

/**
 * Opens the answer of a host, field by field. Whatever of its choices is not encrypted, and is not known to say nothing, is refused:
 * an answer in clear is nobody's.
 * @param privateKey 32 bytes
 */
export function openNearAnswer(
  { cipher }: FieldScheme,
  request: JsonObject,
  privateKey: Uint8Array,
): AnswerOpener {
  const codec: SealedCodec = (value, path) => {
    if (value === '') return value
    if (typeof value === 'string') return cipher.open(value, privateKey)
    throw inClear(path)
  }

  function open(answer: JsonObject, { choices }: (typeof nearFields)['answer']): JsonObject {
    const opened = mapSealed(answer, { members: { choices } }, codec) as JsonObject
    const [clear] = notContentFree(opened['choices'] ?? null, choices, 'choices')
    if (clear !== undefined) throw inClear(clear)
    return opened
  }

  return {
    form,
    asked: form.asked(request),
    openBuffered(body) {
      const value = open(parseJsonObject(body).value, nearFields.answer)
      return { value, text: JSON.stringify(value) }
    },
    openEvent(event) {
      const data = eventData(event)
      if (data === null || data === '[DONE]') return { bytes: event, chunk: null }
      const sealed = parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split').value
      const chunk = open(sealed, nearFields.chunk)
      return { bytes: withData(event, JSON.stringify(chunk)), chunk }
    },
  }
}

function inClear(path: string): FormatError {
  return new FormatError('E2EE_MALFORMED', encryptionProblems.cameInClear(path))
}
