import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import { parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import { withData } from '../sse/with-data.ts'
import {
  answerId,
  mapAnswerFields,
  mapChunkFields,
  mapVectors,
  type FieldCodec,
} from '../e2ee/answer-fields.ts'
import {
  requestAssociatedData,
  responseAssociatedData,
  type ExchangeBinding,
} from '../e2ee/associated-data.ts'
import { openField, sealField } from '../e2ee/field-cipher.ts'
import { suiteOf, type Suite } from '../e2ee/suite.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** The service's private key of one suite. */
export interface ServicePrivateKey {
  readonly algo: string
  /** 32 bytes. */
  readonly privateKey: Uint8Array
}

interface ServiceExchange {
  /** What is asked; `chat` where it is left out. */
  readonly endpoint?: EnclaveEndpoint
  readonly key: ServicePrivateKey
  /** From `X-Client-Pub-Key`, lowercase hex. */
  readonly clientPublicKey: string
  readonly nonce: string
  readonly timestamp: number
  readonly model: string
  readonly randomBytes: (length: number) => Uint8Array
}

export interface ServiceE2ee {
  /** The request in clear. @throws {FormatError} E2EE_MALFORMED when a content field is not encrypted */
  openRequest(wire: JsonObject): JsonObject
  issueAnswer(answer: JsonObject): JsonObject
  sealEvent(event: Uint8Array): Uint8Array
}

/** E2EE v2 from the enclave's side: what a service does, for enclaves that are simulated. */
export function e2eeV2Service(exchange: ServiceExchange): ServiceE2ee {
  const suite = suiteOf(exchange.key.algo)
  if (!suite) throw new FormatError('E2EE_MALFORMED', encryptionProblems.noSuite(exchange.key.algo))
  const clientKey = parseHex(exchange.clientPublicKey, suite.publicKeyBytes)
  const { model, nonce, timestamp, randomBytes, endpoint = 'chat' } = exchange
  const binding: ExchangeBinding = { algo: suite.algo, model, nonce, timestamp }

  const sealFor =
    (id: string): FieldCodec =>
    (value, field) =>
      sealField(value, {
        suite,
        recipientKey: clientKey,
        ephemeralKey: randomBytes(32),
        iv: randomBytes(12),
        associatedData: responseAssociatedData(binding, { field, id }),
      })

  return {
    openRequest(wire) {
      const open = opener(suite, exchange.key, binding)
      return endpoint === 'chat' ? openRequest(wire, open) : openInput(wire, open)
    },
    issueAnswer(answer) {
      const seal = sealFor(answerId(answer))
      return endpoint === 'chat'
        ? mapAnswerFields(answer, seal)
        : mapVectors(answer, (vector, field) => seal(JSON.stringify(vector), field))
    },
    sealEvent(event) {
      const data = eventData(event)
      if (data === null || data === '[DONE]') return event
      const chunk = withoutEmptyContent(parseJsonObject(utf8ToBytes(data)).value)
      return withData(event, JSON.stringify(mapChunkFields(chunk, sealFor(answerId(chunk)))))
    },
  }
}

function opener(suite: Suite, key: ServicePrivateKey, binding: ExchangeBinding): FieldCodec {
  return (value, field) =>
    openField(value, {
      suite,
      privateKey: key.privateKey,
      associatedData: requestAssociatedData(binding, field),
    })
}

/** Members of each part that are encrypted on their own (PROTOCOL.md §7.4). */
const partFields: ReadonlyMap<Json | undefined, readonly [string, string?]> = new Map([
  ['text', ['text']],
  ['image_url', ['image_url', 'url']],
  ['input_audio', ['input_audio', 'data']],
])

function openRequest(wire: JsonObject, open: FieldCodec): JsonObject {
  const { messages } = wire
  let count = 0
  const counted: FieldCodec = (value, field) => {
    count += 1
    return open(value, field)
  }
  const opened = Array.isArray(messages)
    ? messages.map((message: Json, index) => openMessage(message as JsonObject, index, counted))
    : []
  if (count === 0) throw new FormatError('E2EE_MALFORMED', encryptionProblems.noEncryptedField)
  return { ...wire, messages: opened }
}

/** Numbers pass as they are. */
function openInput(wire: JsonObject, open: FieldCodec): JsonObject {
  const { input } = wire
  if (typeof input === 'string') return { ...wire, input: open(input, 'input') }
  const items: readonly Json[] = Array.isArray(input) ? input : []
  if (!items.some((item) => typeof item === 'string')) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.noEncryptedField)
  }
  const opened = items.map((item, index) =>
    typeof item === 'string' ? open(item, `input.${index}`) : item,
  )
  return { ...wire, input: opened }
}

function openMessage(message: JsonObject, index: number, open: FieldCodec): JsonObject {
  const { content } = message
  const path = `messages.${index}.content`
  if (typeof content === 'string') return { ...message, content: restore(open(content, path)) }
  if (!Array.isArray(content)) return message
  const parts = content.map((part: Json, at) => openPart(part as JsonObject, `${path}.${at}`, open))
  return { ...message, content: parts }
}

function openPart(part: JsonObject, path: string, open: FieldCodec): JsonObject {
  const [outer, inner] = partFields.get(part['type']) ?? []
  if (outer === undefined) return part
  const value = part[outer]
  if (inner === undefined) {
    return typeof value === 'string' ? { ...part, [outer]: open(value, `${path}.${outer}`) } : part
  }
  const nested = (value as JsonObject | undefined)?.[inner]
  if (typeof nested !== 'string') return part
  const opened = open(nested, `${path}.${outer}.${inner}`)
  return { ...part, [outer]: { ...(value as JsonObject), [inner]: opened } }
}

/** A whole content that reads as an array becomes that array; any other text stays one. */
function restore(plaintext: string): Json {
  try {
    const value = JSON.parse(plaintext) as Json
    return Array.isArray(value) ? value : plaintext
  } catch {
    return plaintext
  }
}

/** The service drops the empty first content of a stream rather than encrypting it. */
function withoutEmptyContent(chunk: JsonObject): JsonObject {
  const { choices } = chunk
  if (!Array.isArray(choices)) return chunk
  return {
    ...chunk,
    choices: choices.map((choice: Json) => {
      const { delta } = choice as { delta?: JsonObject }
      if (!delta || delta['content'] !== '') return choice
      const { content: _content, ...rest } = delta
      return { ...(choice as JsonObject), delta: rest }
    }),
  }
}
