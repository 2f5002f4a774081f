import { createHash, hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { fail } from '#shared/checks.ts'
import type { Digest } from '#shared/digest.ts'
import { answerTail } from '#shared/ehbp/answer-tail.ts'
import { ciphertextValue } from '#shared/ehbp/ciphertext-value.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { callError, otherAnswer } from '../answer/call-errors.ts'
import {
  CallerGone,
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
} from '../answer/choice/leg-failures.ts'
import { modeHeader } from '../answer/answer-headers.ts'
import { commitPrompt, issueAnswer } from '../answer/issue-answer.ts'
import type { BodyRelayInput } from '../answer/request/parse-body-relay.ts'
import { attestationUnavailable } from '../catalogue/attestation-unavailable.ts'
import { bodyRoute, type BodyRoute } from '../catalogue/body-routes.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import type { RelayedBody } from '../common/upstream.ts'
import { bodyBytes } from '../http/body-parser.ts'
import { writeChunk } from '../http/write-stream.ts'
import { admit, type AnswerRequestDeps } from './answer-requests.ts'
import { watchAnswer, type AnswerWatch } from './watch-answer.ts'

/** Passes a body that is all ciphertext to an enclave, and its answer back, untouched; `svc` stands behind the last frame. */
export async function relayBody(
  reply: FastifyReply,
  asked: BodyRelayInput,
  deps: AnswerRequestDeps,
): Promise<FastifyReply> {
  const watch = watchAnswer(reply, deps)
  const body = bodyBytes(reply.request.body)
  const { model, viaTrait } = admit(asked.model, reply.request.caller, deps)
  const found = bodyRoute(model)
  if (found === null) {
    throw new GatewayError('model_not_found', 'No enclave takes encrypted bodies for this model.', {
      param: 'model',
      headers: doNotRetry,
    })
  }
  const said = { model: model.id, contentPolicy: 'unmoderated', viaTrait } as const
  watch.plan = { said, contextLength: model.contextLength, request: { bytes: body } }
  const answer = await send(found, { ...asked, body }, watch)
  const prompt = commitPrompt(
    canonicalJson(ciphertextValue(hash('sha256', body, 'hex') as Digest)),
    deps.issue,
  )
  const isServed = answer.head.status === 200
  watch.begin('e2ee', 'streamed')
  const { raw } = reply.hijack()
  raw.writeHead(answer.head.status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    [ehbpNames.responseNonce]: answer.responseNonce ?? '',
    ...(isServed ? { [modeHeader]: 'e2ee' } : {}),
  })
  raw.flushHeaders()
  try {
    const digest = await writeAll(reply, answer, watch)
    if (isServed && answer.proof !== null) {
      const proof = await answer.proof()
      const reading = deps.issue.freshen(deps.issue.now())
      if (reading !== null) await reading
      const messageText = canonicalJson(ciphertextValue(digest))
      const facts = { ...said, mode: 'e2ee', why: null, prompt, messageText, proof } as const
      writeChunk(raw, answerTail(issueAnswer(facts, deps.issue).svcText))
      deps.metrics.countAnswer('e2ee', 'streamed')
    }
    raw.end()
  } catch {
    // Whoever asked finds that it is not whole.
    raw.destroy()
  }
  return reply
}

type Asked = BodyRelayInput & { readonly body: Uint8Array }

/** @throws {GatewayError} before anything of an answer leaves; {CallerGone} */
async function send({ door }: BodyRoute, asked: Asked, watch: AnswerWatch): Promise<RelayedBody> {
  let answer: RelayedBody
  try {
    answer = await door.relay(asked, watch.signal)
  } catch (error) {
    throw toldOf(callError(error, watch.signal))
  }
  const { status, mediaType } = answer.head
  if (answer.responseNonce !== null) return answer
  if (status === 422 && mediaType === 'application/problem+json') {
    for await (const _piece of answer.body) continue
    throw new GatewayError(
      'e2ee_model_key_mismatch',
      'The enclave has another key by now. GET /api/e2ee/key returns it.',
    )
  }
  if (status !== 200) {
    throw toldOf(await otherAnswer(answer, { wanted: 'application/json', forClient: null }))
  }
  await answer.body[Symbol.asyncIterator]().return?.()
  const check = fail('e2ee.encrypted', 'the answer is in clear')
  throw new GatewayError(
    'unverified_enclave',
    'The enclave answered an encrypted request in clear: the answer is not delivered.',
    { checks: refusedChecks([check], [check.id]) },
  )
}

function toldOf(error: unknown): unknown {
  if (error instanceof UpstreamUnreachable) {
    return error.checks === null
      ? new GatewayError('upstream_error', 'The enclave cannot be reached now.')
      : attestationUnavailable(error.checks)
  }
  const isRefusal = error instanceof UpstreamRefused || error instanceof UpstreamBroken
  if (isRefusal) return error.refusal
  return error instanceof CallerGone
    ? new GatewayError('upstream_error', 'Whoever asked went away.')
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
