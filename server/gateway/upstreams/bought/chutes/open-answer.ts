import { fail } from '#shared/checks.ts'
import { openChutesAnswer, openChutesStream } from '#shared/chutes/open-chutes-answer.ts'
import { FormatError } from '#shared/errors.ts'
import { CallFailed, type UpstreamRequest } from '../../../common/upstream.ts'
import type { PostAnswer } from '../../http/post.ts'
import { refusedParts } from '../refused-parts.ts'

/** An answer in clear, as it opens. Its body throws a CallFailed for what the instance did not write. */
export function openAnswer(
  { status, body }: PostAnswer,
  delivery: UpstreamRequest['delivery'],
  answerKey: Uint8Array,
): PostAnswer {
  return delivery === 'streamed'
    ? {
        status,
        headers: { 'content-type': 'text/event-stream' },
        body: openStream(body, answerKey),
      }
    : { status, headers: { 'content-type': 'application/json' }, body: openWhole(body, answerKey) }
}

async function* openWhole(body: PostAnswer['body'], answerKey: Uint8Array) {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  yield opened(() => openChutesAnswer(Buffer.concat(pieces), answerKey))
}

async function* openStream(body: PostAnswer['body'], answerKey: Uint8Array) {
  const opener = openChutesStream(answerKey)
  for await (const piece of body) {
    const clear = opened(() => opener.open(piece))
    if (clear.length > 0) yield clear
  }
  opened(() => opener.end())
  // Whoever carries the stream can write an end in clear: only the encrypted one counts.
  if (!opener.isDone()) throw new CallFailed({ kind: 'broken' })
}

/** @throws {CallFailed} */
function opened<Result>(open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (error.code === 'PROVIDER_UNUSABLE') throw new CallFailed({ kind: 'broken' })
    const check = fail('e2ee.encrypted', error.message)
    const checks = refusedParts([check], [])
    throw new CallFailed({ kind: 'unverified', when: 'after', checks })
  }
}
