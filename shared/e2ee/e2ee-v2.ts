import { requireVerified } from '../aci/require-verified.ts'
import { bytesToHex, parseHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { promptValue } from '../dialects/prompt-value.ts'
import { sha256Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import { withData } from '../sse/with-data.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { answerId, mapChunkFields, type FieldCodec } from './answer-fields.ts'
import {
  requestAssociatedData,
  responseAssociatedData,
  type ExchangeBinding,
} from './associated-data.ts'
import type { E2eeClient, OpenedEvent, SealedRequest, SealInput } from './e2ee-client.ts'
import { openField, sealField } from './field-cipher.ts'
import { withoutTraces } from './request-content.ts'
import { rustStable } from './rust-stable.ts'
import { sealedForms, type SealedForm } from './sealed-form.ts'
import { suiteOf, type Suite } from './suite.ts'

/** E2EE v2 from the client's side (PROTOCOL.md §7). */
export const e2eeV2: E2eeClient = {
  version: '2',
  sealInSteps,
  sealRequest(input) {
    const steps = sealInSteps(input)
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  },
}

function* sealInSteps(input: SealInput): Generator<void, SealedRequest, undefined> {
  const { serviceKey, timestamp, randomBytes, endpoint = 'chat' } = input
  const form = sealedForms[endpoint]
  const suite = suiteOf(serviceKey.algo)
  if (!suite) throw new FormatError('E2EE_MALFORMED', encryptionProblems.noSuite(serviceKey.algo))
  const recipientKey = parseHex(serviceKey.publicKey, suite.publicKeyBytes)
  const request = rustStable(failClosed(withoutTraces(input.request))) as JsonObject
  const model = modelOf(request)
  const nonce = bytesToHex(randomBytes(32))
  const binding: ExchangeBinding = { algo: suite.algo, model, nonce, timestamp }
  const clientKey = randomBytes(32)

  const { wire, restored } = yield* form.seal(request, (plaintext, field) =>
    sealField(plaintext, {
      suite,
      recipientKey,
      ephemeralKey: randomBytes(32),
      iv: randomBytes(12),
      associatedData: requestAssociatedData(binding, field),
    }),
  )
  const reader = createReader({ form, suite, clientKey, binding })
  return {
    headers: {
      'X-E2EE-Version': '2',
      'X-Client-Pub-Key': bytesToHex(suite.publicKeyOf(clientKey)),
      'X-Model-Pub-Key': serviceKey.publicKey,
      'X-E2EE-Nonce': nonce,
      'X-E2EE-Timestamp': String(timestamp),
    },
    body: JSON.stringify({ ...wire, model: input.outerModel ?? model }),
    form,
    wirePrompt: promptValue(form.dialect.prompt, wire),
    asked: form.asked(request),
    restoredDigest: sha256Digest(JSON.stringify(restored)),
    ...reader,
  }
}

/** Has an aggregator refuse rather than serve from a host that it could not verify. @throws {FormatError} */
function failClosed(request: JsonObject): JsonObject {
  return { ...request, provider: requireVerified(request) }
}

function modelOf({ model }: JsonObject): string {
  if (typeof model === 'string') return model
  throw new FormatError('E2EE_MALFORMED', encryptionProblems.noModel, '/model')
}

interface ReaderInput {
  readonly form: SealedForm
  readonly suite: Suite
  readonly clientKey: Uint8Array
  readonly binding: ExchangeBinding
}

function createReader({ form, suite, clientKey, binding }: ReaderInput) {
  const codecFor =
    (id: string): FieldCodec =>
    (value, field) =>
      openField(value, {
        suite,
        privateKey: clientKey,
        associatedData: responseAssociatedData(binding, { field, id }),
      })

  return {
    openBuffered(body: Uint8Array) {
      const answer = parseJsonObject(body).value
      const value = form.open(answer, codecFor(answerId(answer)))
      return { value, text: JSON.stringify(value) }
    },
    openEvent(event: Uint8Array): OpenedEvent {
      const data = eventData(event)
      if (data === null || data === '[DONE]') return { bytes: event, chunk: null }
      const sealed = parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split').value
      const chunk = mapChunkFields(sealed, codecFor(answerId(sealed)))
      return { bytes: withData(event, JSON.stringify(chunk)), chunk }
    },
  }
}
