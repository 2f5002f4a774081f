import { bytesToHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { AnswerOpener } from '../e2ee/e2ee-client.ts'
import { sealedForms } from '../e2ee/sealed-form.ts'
import { ehbpNames } from '../ehbp/ehbp-names.ts'
import { openEhbpAnswer } from '../ehbp/open-ehbp-answer.ts'
import { sealEhbpRequest } from '../ehbp/seal-ehbp-request.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import type { SealBodyInput, SealedBody } from './sealed-body.ts'

/** All of a request, encrypted as one. */
export async function sealEhbpBody(input: SealBodyInput): Promise<SealedBody> {
  const { request, recipient, randomBytes } = input
  const { body, secret } = await sealEhbpRequest(utf8ToBytes(JSON.stringify(request)), {
    recipient,
    entropy: randomBytes(32),
  })
  return {
    headers: { [ehbpNames.encapsulatedKey]: bytesToHex(secret.encapsulatedKey) },
    body,
    read: (responseNonce) => openEhbpAnswer(secret, responseNonce),
    opener: clearOpener(input),
  }
}

/** Reads an answer that is open already. */
function clearOpener({ endpoint, request }: SealBodyInput): AnswerOpener {
  const form = sealedForms[endpoint]
  return {
    form: { ...form, clearIn: () => [], clearInChunk: () => [] },
    asked: form.asked(request),
    openBuffered: (body) => ({
      text: parseUtf8(body),
      value: parseJsonObject(body, parseUtf8).value,
    }),
    openEvent(bytes) {
      const data = eventData(bytes, parseUtf8)
      const isChunk = data !== null && data !== '[DONE]'
      return { bytes, chunk: isChunk ? parseJsonObject(utf8ToBytes(data), parseUtf8).value : null }
    },
  }
}
