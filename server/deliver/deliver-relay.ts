import { isApiErrorCode, type ApiErrorCode } from '#shared/api-error.ts'
import { mapAnswerFields, mapChunkFields } from '#shared/e2ee/answer-fields.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { fail } from '#shared/checks.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import type { Model } from '../catalogue/catalogue.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import { GatewayError } from '../errors.ts'
import type { AnswerHead, AnswerSink, EnclaveDoor, EnclaveProof } from '../upstream.ts'
import { UpstreamUnreachable } from './call-upstream.ts'
import { attestationUnavailable } from './choose-route.ts'
import { choicesOf } from './choices-of.ts'
import { messageTextOf, sealedPrompt, type DeliveryDeps } from './deliver.ts'
import { fetchCompletion, openStream, type ReleaseWish, type StreamStart } from './fetch-answer.ts'
import { isEncrypted, type RelayRequestInput } from './parse-relay-request.ts'
import { sealAnswer, type SealDeps, type SealedPrompt } from './seal-answer.ts'

export interface RelayInput {
  readonly request: RelayRequestInput
  readonly model: Model
  readonly viaTrait: string | null
  readonly upstreamModel: string
  readonly enclave: EnclaveDoor
  readonly release: ReleaseWish
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface Relayed {
  /** The enclave's bytes with `svc` in them. */
  readonly bytes: Uint8Array
  readonly hints: AnswerHead['hints']
}

/** @throws {GatewayError} a refusal; it never carries an answer */
export async function relayBuffered(input: RelayInput, deps: DeliveryDeps): Promise<Relayed> {
  const prompt = await sealedPrompt(input.request.chat, deps)
  const { bytes, message, proof, hints } = await refusing(
    fetchCompletion({
      send: sender(input),
      asked: choicesOf(input.request.chat),
      signal: input.signal,
      passOn: isE2eeCode,
      deps,
    }),
  )
  await deps.inTurn(bytes.length, () =>
    inspect(() => mapAnswerFields(parseJsonObject(bytes, decodeUtf8).value, requireEncrypted)),
  )
  const messageText = await deps.inTurn(bytes.length, () => messageTextOf(message))
  return deps.inTurn(bytes.length, () => {
    const svcText = seal({ input, prompt, messageText, proof }, deps.seal)
    return { bytes: spliceSvcIntoJson(bytes, svcText), hints }
  })
}

/** Resolves when the stream has begun. @throws {GatewayError} a refusal before the first byte */
export async function relayStreamed(
  input: RelayInput,
  start: StreamStart,
  deps: DeliveryDeps,
): Promise<void> {
  const prompt = await sealedPrompt(input.request.chat, deps)
  await refusing(
    openStream(
      {
        send: sender(input),
        asked: choicesOf(input.request.chat),
        signal: input.signal,
        release: input.release,
        mode: 'e2ee',
        passOn: isE2eeCode,
        inspect: (chunk: JsonObject) => inspect(() => mapChunkFields(chunk, requireEncrypted)),
        seal: (message, proof) =>
          seal({ input, prompt, messageText: messageTextOf(message), proof }, deps.seal),
      },
      start,
    ),
  )
}

function sender({ request, upstreamModel, enclave }: RelayInput) {
  const { chat, headers } = request
  const body = withModel(chat.bytes, chat.members, upstreamModel)
  return (sink: AnswerSink) => enclave.relay({ body, delivery: chat.delivery, headers }, sink)
}

/** The caller's bytes; where `model` is not the enclave's name for it, that one string is replaced. */
function withModel(
  bytes: Uint8Array,
  members: RelayRequestInput['chat']['members'],
  upstreamModel: string,
): Uint8Array {
  const member = members.find(({ key }) => key === 'model')
  const name = JSON.stringify(upstreamModel)
  if (!member) return bytes
  const { valueStart, valueEnd } = member
  if (decodeUtf8(bytes.subarray(valueStart, valueEnd)) === name) return bytes
  return Buffer.concat([bytes.subarray(0, valueStart), Buffer.from(name), bytes.subarray(valueEnd)])
}

/** There is one enclave that holds the key, so there is no other route to try. */
async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UpstreamUnreachable)) throw error
    throw error.checks === null
      ? new GatewayError('upstream_error', 'The enclave cannot be reached now.')
      : attestationUnavailable(error.checks)
  }
}

function isE2eeCode(code: unknown): code is ApiErrorCode {
  return isApiErrorCode(code) && code.startsWith('e2ee_')
}

function requireEncrypted(value: string): string {
  if (isEncrypted(value)) return value
  throw new FormatError('E2EE_MALFORMED', 'a content field of the answer is not encrypted')
}

function inspect(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const check = fail('e2ee.encrypted', error.message)
    throw new GatewayError(
      'unverified_enclave',
      'The enclave answered an encrypted request in clear: the answer is not delivered.',
      { extra: { checks: refusedChecks([check], [check.id]) } },
    )
  }
}

interface Sealing {
  readonly input: RelayInput
  readonly prompt: SealedPrompt
  readonly messageText: string
  readonly proof: EnclaveProof | null
}

function seal({ input, prompt, messageText, proof }: Sealing, deps: SealDeps): string {
  return sealAnswer(
    {
      model: input.model.id,
      mode: 'e2ee',
      // What nobody here can read, nobody here can moderate.
      contentPolicy: 'unmoderated',
      viaTrait: input.viaTrait,
      why: null,
      prompt,
      messageText,
      proof,
    },
    deps,
  )
}
