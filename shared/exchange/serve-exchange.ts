import { apiErrorBody } from '../api-error.ts'
import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { readAll } from '../bytes/read-limited.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { completionMessage } from '../commitment/completion-message.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import { followRelayedStream, readRelayedAnswer, type RelayedEnd } from '../e2ee/relayed-answer.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/event-data.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import type { OpenExchange } from './open-exchange.ts'

/** All that is known of an answer once it is over. */
export interface ServedEnd extends RelayedEnd {
  /** `choices[0].message` in clear, as far as it opened; null when there is none. */
  readonly message: Json | null
}

/** Told once for each exchange; the last events, or the whole of a buffered answer, wait for it. */
export type ReportExchange = (judgement: ExchangeJudgement, end: ServedEnd) => Promise<void> | void

/** Most that waits for the verdict, 64 MiB, with what each event costs besides its bytes. */
const heldLimitBytes = 64 * 1024 * 1024
const heldEventBytes = 1024

/** A buffered answer leaves only when all of it is verified. @throws {ExchangeRefused} */
export async function serveBuffered(
  exchange: OpenExchange,
  report: ReportExchange,
): Promise<string> {
  const answer = readRelayedAnswer(exchange.sealed, await readAll(exchange.body))
  const judgement = await exchange.judge(answer)
  const message = answer.text === null ? null : messageIn(answer.text)
  await report(judgement, { ...answer, message })
  if (isVerified(judgement) && answer.text !== null) return answer.text
  throw refusal(judgement)
}

/**
 * A stream leaves as it opens, which is provisional; its last events and `[DONE]` wait for the verdict,
 * and an error stands in their place when there is none.
 */
export async function* serveStream(
  exchange: OpenExchange,
  report: ReportExchange,
): AsyncGenerator<OpenedEvent> {
  const answer = followRelayedStream(exchange.sealed)
  const assembler = createMessageAssembler()
  const held: OpenedEvent[] = []
  let heldBytes = 0
  let isBroken = false

  /** Whether an event waits for the verdict. */
  function holds(event: OpenedEvent): boolean {
    if (event.chunk !== null) assembler.push(event.chunk)
    if (held.length === 0 && !isLast(event)) return false
    heldBytes += event.bytes.length + heldEventBytes
    if (heldBytes > heldLimitBytes) throw new FormatError('SSE_TOO_LONG', 'too much is held')
    held.push(event)
    return true
  }

  try {
    for await (const chunk of exchange.body) {
      for (const event of answer.push(chunk)) {
        if (!holds(event)) yield event
      }
    }
  } catch {
    isBroken = true
  }
  const { events, ...end } = answer.end()
  if (!isBroken) held.push(...events)
  const judgement = await exchange.judge(isBroken ? { ...end, isComplete: false } : end)
  await report(judgement, { ...end, message: assembler.message() })
  if (isVerified(judgement)) yield* held
  else yield { bytes: utf8ToBytes(`data: ${refusal(judgement).body}\n\n`), chunk: null }
}

function messageIn(text: string): Json | null {
  return completionMessage(parseJsonObject(utf8ToBytes(text), parseUtf8).value)
}

/** Whether some choice finishes in it, or the stream does. */
function isLast({ chunk, bytes }: OpenedEvent): boolean {
  if (chunk === null) return eventData(bytes, parseUtf8) === '[DONE]'
  const choices = Array.isArray(chunk['choices']) ? (chunk['choices'] as readonly Json[]) : []
  return choices.some((choice) => {
    const { finish_reason: reason } = (choice ?? {}) as { finish_reason?: unknown }
    return typeof reason === 'string' && reason !== ''
  })
}

export function isVerified({ verdict, outcome }: ExchangeJudgement): boolean {
  return verdict.kind === 'verified' && outcome === 'complete'
}

function refusal({ verdict, outcome }: ExchangeJudgement): ExchangeRefused {
  const checks =
    verdict.kind === 'partial'
      ? verdict.missing.map((id) => ({ id, status: 'skip', reason: 'it was not established' }))
      : verdict.checks.filter(({ status }) => status === 'fail')
  return new ExchangeRefused({
    code: 'unverified_enclave',
    message: `The answer is not verified (${outcome}): do not rely on anything of it.`,
    extra: { outcome, checks },
  })
}

/** What a tool or a page is told when something of ours fails. */
export function internalErrorBody(): string {
  return JSON.stringify(
    apiErrorBody({ code: 'internal_error', message: 'This request could not be served.' }),
  )
}
