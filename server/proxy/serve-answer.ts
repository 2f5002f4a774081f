import type { FastifyReply } from 'fastify'
import { apiErrorBody } from '#shared/api-error.ts'
import { readRelayedAnswer, followRelayedStream } from '#shared/e2ee/relayed-answer.ts'
import type { ExchangeJudgement } from '#shared/e2ee/judge-exchange.ts'
import type { OpenedEvent } from '#shared/e2ee/e2ee-client.ts'
import type { Json } from '#shared/canonical-json.ts'
import { readAll } from './gateway-client.ts'
import { ProxyError } from './proxy-error.ts'
import type { OpenExchange } from './proxy-exchange.ts'

/** Told once for each exchange. */
export type Report = (judgement: ExchangeJudgement) => void

/** A buffered answer leaves only when all of it is verified. @throws {ProxyError} */
export async function serveBuffered(exchange: OpenExchange, report: Report): Promise<string> {
  const answer = readRelayedAnswer(exchange.sealed, await readAll(exchange.body))
  const judgement = await exchange.judge(answer)
  report(judgement)
  if (isVerified(judgement) && answer.text !== null) return answer.text
  throw refusal(judgement)
}

/**
 * A stream leaves as it opens, which is provisional; its last event and `[DONE]` wait for the verdict,
 * and an error stands in their place when there is none.
 */
export async function serveStream(
  exchange: OpenExchange,
  reply: FastifyReply,
  report: Report,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  const answer = followRelayedStream(exchange.sealed)
  const held: Uint8Array[] = []
  let isEnding = false
  let isBroken = false
  try {
    for await (const chunk of exchange.body) {
      for (const event of answer.push(chunk)) {
        isEnding ||= isLast(event)
        if (isEnding) held.push(event.bytes)
        else raw.write(event.bytes)
      }
    }
  } catch {
    isBroken = true
  }
  const end = answer.end()
  const judgement = await exchange.judge(isBroken ? { ...end, isComplete: false } : end)
  report(judgement)
  if (isVerified(judgement)) raw.end(Buffer.concat(held))
  else raw.end(`data: ${refusal(judgement).body}\n\n`)
}

/** Whether some choice finishes in it, or the stream does. */
function isLast({ chunk, bytes }: OpenedEvent): boolean {
  if (chunk === null) return Buffer.from(bytes).toString('utf8').includes('[DONE]')
  const choices = Array.isArray(chunk['choices']) ? (chunk['choices'] as readonly Json[]) : []
  return choices.some(
    (choice) => typeof (choice as { finish_reason?: unknown } | null)?.finish_reason === 'string',
  )
}

export function isVerified({ verdict, outcome }: ExchangeJudgement): boolean {
  return verdict.kind === 'verified' && outcome === 'complete'
}

function refusal({ verdict, outcome }: ExchangeJudgement): ProxyError {
  const checks =
    verdict.kind === 'partial'
      ? verdict.missing.map((id) => ({ id, status: 'skip', reason: 'it was not established' }))
      : verdict.checks.filter(({ status }) => status === 'fail')
  return new ProxyError({
    code: 'unverified_enclave',
    message: `The answer is not verified (${outcome}): do not rely on anything of it.`,
    extra: { outcome, checks },
  })
}

/** What a tool is told when something of ours fails. */
export function internalErrorBody(): string {
  return JSON.stringify(
    apiErrorBody({ code: 'internal_error', message: 'The proxy failed to serve this request.' }),
  )
}
