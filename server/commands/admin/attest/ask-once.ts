import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { readAll } from '#shared/bytes/read-limited.ts'
import { attestWords as words } from '#shared/words/english/programs/attest-words.ts'
import {
  CallFailed,
  type Upstream,
  type UpstreamRequest,
} from '../../../gateway/common/upstream.ts'
import { sealedAnswerLine } from './sealed-answer-line.ts'

/**
 * One question, answered whole and as a stream, and what proves each answer. Who takes encrypted questions alone is asked one.
 * @returns the exit code
 */
export async function askOnce(
  upstream: Upstream,
  model: string,
  say: (line: string) => void,
): Promise<0 | 1> {
  let exit: 0 | 1 = 0
  const deliveries =
    upstream.speaks.length === 0 ? (['encrypted'] as const) : (['buffered', 'streamed'] as const)
  for (const delivery of deliveries) {
    try {
      const line =
        delivery === 'encrypted'
          ? await sealedAnswerLine(upstream, model)
          : await answerLine(upstream, model, delivery)
      say(line)
      if (!line.startsWith('✓')) exit = 1
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const { failure } = error
      const checks = failure.kind === 'unverified' ? failure.checks.map(({ id }) => id) : []
      say(words.answerFailed(delivery, [failure.kind, ...checks].join(' ')))
      exit = 1
    }
  }
  return exit
}

/** @throws {CallFailed} */
async function answerLine(
  upstream: Upstream,
  model: string,
  delivery: UpstreamRequest['delivery'],
): Promise<string> {
  const messages = [{ role: 'user', content: words.question }]
  const stream = delivery === 'streamed'
  const body = utf8ToBytes(JSON.stringify({ model, messages, max_tokens: 16, stream }))
  const request = { dialect: 'chat', body, delivery } as const
  const answer = await upstream.send(request, new AbortController().signal)
  await readAll(answer.body)
  const { status } = answer.head
  if (status !== 200 || answer.proof === null) return words.unproven(delivery, status)
  const { verifiedBy, receipt, verdict } = await answer.proof()
  const how = receipt === null ? words.bound : words.signed
  return words.proven(delivery, verifiedBy, how, verdict.checks.length)
}
