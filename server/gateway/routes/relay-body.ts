import { enclaveErrors, enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import { createHash, hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { Digest } from '#shared/digest.ts'
import { answerTail } from '#shared/body-relay/answer-tail.ts'
import { ciphertextValue } from '#shared/body-relay/ciphertext-value.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { fieldSchemeOf } from '#shared/near/field-scheme.ts'
import { callError, otherAnswer } from '../answer/call-errors.ts'
import {
  CallerGone,
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
} from '../answer/choice/leg-failures.ts'
import { clearAnswer, demandSealed } from '../answer/demand-sealed.ts'
import { modeHeader } from '../answer/answer-headers.ts'
import { commitPrompt, issueAnswer } from '../answer/issue-answer.ts'
import type { BodyRelayInput } from '../answer/request/parse-body-relay.ts'
import { readNearRequest } from '../answer/request/read-near-request.ts'
import { attestationUnavailable } from '../catalogue/attestation-unavailable.ts'
import { bodyRoute, type BodyRoute } from '../catalogue/body-routes.ts'
import { firstAttestation } from '../catalogue/first-attestation.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import type { BodyRelayRequest, RelayedBody } from '../common/upstream.ts'
import { bodyBytes } from '../http/body-parser.ts'
import { writeChunk } from '../http/write-stream.ts'
import { admit, type AnswerRequestDeps } from './answer-requests.ts'
import { watchAnswer, type AnswerWatch } from './watch-answer.ts'

/** Passes an encrypted body to an enclave, and its answer back, untouched; `svc` stands behind the last byte. */
export async function relayBody(
  reply: FastifyReply,
  asked: BodyRelayInput,
  deps: AnswerRequestDeps,
): Promise<FastifyReply> {
  const watch = watchAnswer(reply, deps)
  const body = bodyBytes(reply.request.body)
  const { model, viaTrait } = admit(asked.model, reply.request.caller, deps)
  await firstAttestation([model])
  const found = bodyRoute(model, asked.scheme)
  if (found === null) {
    throw new GatewayError('model_not_found', enclaveErrors.noBodyEncryption, {
      param: 'model',
      headers: doNotRetry,
    })
  }
  const said = { model: model.id, contentPolicy: 'unmoderated', viaTrait } as const
  watch.plan = { said, contextLength: model.contextLength, request: { bytes: body } }
  const { upstreamModel } = found.route
  // The gateway cannot read whether a body that is all ciphertext asks for a stream.
  const fields = fieldSchemeOf(asked.scheme)
  const delivery =
    fields === null
      ? asked.isStream === false
        ? 'buffered'
        : 'streamed'
      : await deps.inTurn(body.length, () => readNearRequest(fields, body, upstreamModel))
  const answer = await begin(await send(found, { ...asked, body, delivery }, watch), watch)
  const prompt = commitPrompt(
    canonicalJson(ciphertextValue(hash('sha256', body, 'hex') as Digest)),
    deps.issue,
  )
  const isServed = answer.head.status === 200
  watch.begin('e2ee', delivery)
  const { raw } = reply.hijack()
  raw.writeHead(answer.head.status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...(answer.responseNonce === null ? {} : { [ehbpNames.responseNonce]: answer.responseNonce }),
    ...(isServed ? { [modeHeader]: 'e2ee' } : {}),
  })
  raw.flushHeaders()
  try {
    const digest = await writeAll(reply, answer, watch)
    if (isServed && answer.proof !== null) {
      const proof = await answer.proof()
      const reading = deps.issue.freshen(new Date(deps.issue.unixMs()))
      if (reading !== null) await reading
      const messageText = canonicalJson(ciphertextValue(digest))
      const facts = { ...said, mode: 'e2ee', why: null, prompt, messageText, proof } as const
      writeChunk(raw, answerTail(issueAnswer(facts, deps.issue).svcText))
      deps.metrics.countAnswer('e2ee', delivery)
    }
    raw.end()
  } catch (error) {
    const told = toldOf(callError(error, watch.signal))
    // A refusal can stand between two frames or events; if one is cut, the client notices.
    if (asked.scheme !== 'ehbp-1' && told instanceof GatewayError) {
      writeChunk(raw, answerTail(told.body))
      raw.end()
    } else raw.destroy()
  }
  return reply
}

type Asked = BodyRelayInput & Pick<BodyRelayRequest, 'body' | 'delivery'>

/** @throws {GatewayError} before anything of an answer leaves; {CallerGone} */
async function send({ door }: BodyRoute, asked: Asked, watch: AnswerWatch): Promise<RelayedBody> {
  let answer: RelayedBody
  try {
    answer = await door.relay(asked, watch.signal)
  } catch (error) {
    throw toldOf(callError(error, watch.signal))
  }
  if (answer.responseNonce !== null) return answer
  const { scheme, delivery } = asked
  if (answer.head.status === 200 && scheme !== 'ehbp-1') {
    return { ...answer, body: demandSealed(scheme, answer.body, delivery) }
  }
  if (answer.head.status === 200) {
    await answer.body[Symbol.asyncIterator]().return?.()
    throw clearAnswer(enclaveReasons.answerInClear)
  }
  const refused = await gathered(answer)
  if (isOfOtherKey(refused, asked)) {
    throw new GatewayError('e2ee_model_key_mismatch', encryptedRequestErrors.newKey)
  }
  throw toldOf(await otherAnswer(refused, { wanted: 'application/json', forClient: null }))
}

interface GatheredBody extends RelayedBody {
  readonly text: string
}

async function gathered(answer: RelayedBody): Promise<GatheredBody> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of answer.body) pieces.push(piece)
  } catch {
    // Its status says the most.
  }
  const bytes = Buffer.concat(pieces)
  return { ...answer, body: Readable.from([bytes]), text: bytes.toString('utf8') }
}

/** Whether an enclave says of a request that it cannot open it. */
function isOfOtherKey({ head, text }: GatheredBody, { scheme }: Asked): boolean {
  const { status, mediaType } = head
  if (fieldSchemeOf(scheme) !== null) return status === 400 && text.includes('Decryption failed')
  // An instance of Chutes that is not listed any more is found before.
  return scheme === 'ehbp-1' && status === 422 && mediaType === 'application/problem+json'
}

/** The same answer once its first piece has come: what is refused of it can be told with a status. @throws {GatewayError} */
async function begin(answer: RelayedBody, watch: AnswerWatch): Promise<RelayedBody> {
  const pieces = answer.body[Symbol.asyncIterator]()
  const first = await pieces.next().catch((error: unknown) => {
    throw toldOf(callError(error, watch.signal))
  })
  async function* all() {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) yield next.value
    } finally {
      await pieces.return?.()
    }
  }
  return { ...answer, body: all() }
}

function toldOf(error: unknown): unknown {
  if (error instanceof UpstreamUnreachable) {
    return error.checks === null
      ? new GatewayError('upstream_error', enclaveErrors.unreachable)
      : attestationUnavailable(error.checks)
  }
  const isRefusal = error instanceof UpstreamRefused || error instanceof UpstreamBroken
  if (isRefusal) return error.refusal
  return error instanceof CallerGone
    ? new GatewayError('upstream_error', gatewayErrors.callerLeft)
    : error
}

/** Writes the enclave's bytes as they come. @returns their digest */
async function writeAll(
  { raw }: FastifyReply,
  { body }: RelayedBody,
  { tally }: AnswerWatch,
): Promise<Digest> {
  const digest = createHash('sha256')
  let length = 0
  for await (const piece of body) {
    digest.update(piece)
    length += piece.length
    tally.pieces = Math.ceil(length / 4)
    if (!writeChunk(raw, piece)) {
      await new Promise<void>((resolve) => {
        const output = raw.socket ?? raw
        output.once('drain', resolve)
        raw.once('close', resolve)
      })
    }
  }
  return digest.digest('hex') as Digest
}
