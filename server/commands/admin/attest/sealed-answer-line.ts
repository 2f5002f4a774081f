import { randomBytes } from 'node:crypto'
import { followRelayedStream } from '#shared/e2ee/relayed-answer.ts'
import { fieldSchemeOf } from '#shared/near/field-scheme.ts'
import { sealNearRequest } from '#shared/near/seal-near-request.ts'
import { attestWords as words } from '#shared/words/english/programs/attest-words.ts'
import type { Upstream } from '../../../gateway/common/upstream.ts'

const delivery = 'encrypted'

/** One question, encrypted field by field as a client does it, and what proves the answer. @throws {CallFailed} */
export async function sealedAnswerLine({ enclave }: Upstream, model: string): Promise<string> {
  const door = enclave?.bodyDoor ?? null
  const scheme = door && fieldSchemeOf(door.scheme)
  await enclave?.warmUp()
  const recipient = door?.established()?.encryptionKey
  if (door === null || scheme === null || recipient === undefined) {
    return words.answerFailed(delivery, words.notVerified)
  }
  const messages = [{ role: 'user', content: words.question }]
  const { body, clientKey, opener } = sealNearRequest(scheme, {
    request: { model, messages, max_tokens: 16, stream: true },
    recipient,
    randomBytes,
  })
  const answer = await door.relay(
    { endpoint: 'chat', delivery: 'streamed', body, clientKey, sealedTo: recipient },
    new AbortController().signal,
  )
  const stream = followRelayedStream(opener)
  for await (const piece of answer.body) stream.push(piece)
  const { status } = answer.head
  if (status !== 200 || answer.proof === null) return words.unproven(delivery, status)
  const { opened, isComplete } = stream.end()
  if (!opened || !isComplete) return words.notOpened(delivery)
  const { verifiedBy, verdict } = await answer.proof()
  const isSigned = verdict.checks.some(
    (check) => check.id === 'enclave-receipt.response' && check.status === 'pass',
  )
  const how = isSigned ? words.signed : words.unsigned
  return words.proven(delivery, verifiedBy, how, verdict.checks.length)
}
