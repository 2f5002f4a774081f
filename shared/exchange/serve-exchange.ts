import { apiErrorBody } from '../api-error.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { completionMessage } from '../commitment/check-choices.ts'
import type { AnswerOpener, OpenedEvent } from '../e2ee/e2ee-client.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import { followRelayedStream, readRelayedAnswer, type RelayedEnd } from '../e2ee/relayed-answer.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { chatWriter, finishes, type AnswerWriter } from './answer-writer.ts'
import { brokenOff, failedBesideTheEnd, readWhole, refusalInEvent } from './broken-off.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import type { OpenExchange } from './open-exchange.ts'

/** All that is known of an answer once it is over. */
export interface ServedEnd extends RelayedEnd {
  /** `choices[0].message` in clear, as far as it opened; null when there is none. */
  readonly message: Json | null
  /** Why it ended before its end; null when it did not. */
  readonly broken: ExchangeRefused | null
}

/** Told once for each exchange; the last events, or the whole of a buffered answer, wait for it. */
export type ReportExchange = (judgement: ExchangeJudgement, end: ServedEnd) => Promise<void> | void

/** What is left of an exchange that was answered with a head. */
export interface AnsweredExchange {
  readonly sealed: AnswerOpener
  readonly body: OpenExchange['body']
  readonly judge: OpenExchange['judge']
  readonly ended?: OpenExchange['ended']
}

/** What a surface adds to an answer that leaves, or says of one that does not. */
export interface ServeOptions {
  /** Text of the `svc` that the answer is handed out with. */
  readonly svcFor?: (judgement: ExchangeJudgement, end: ServedEnd) => string | null
  /** Why it did not verify, and what can be done, where there is something; else null. */
  readonly adviceFor?: (judgement: ExchangeJudgement, end: ServedEnd) => string | null
  /** Left out, it leaves as the chat that it is. */
  readonly writer?: AnswerWriter
}

/** Most that waits for the verdict, 64 MiB, with what each event costs besides its bytes. */
const heldLimitBytes = 64 * 1024 * 1024
const heldEventBytes = 1024

/** A buffered answer leaves only when all of it is verified. @throws {ExchangeRefused} */
export async function serveBuffered(
  exchange: AnsweredExchange,
  report: ReportExchange,
  { svcFor, adviceFor, writer = chatWriter }: ServeOptions = {},
): Promise<string> {
  const read = readRelayedAnswer(exchange.sealed, await readWhole(exchange.body))
  const answer = exchange.ended?.(read) ?? read
  const judgement = await exchange.judge(answer)
  const { endpoint } = exchange.sealed.form
  const message = answer.text === null || endpoint !== 'chat' ? null : messageIn(answer.text)
  const end = { ...answer, message, broken: null }
  await report(judgement, end)
  if (!isVerified(judgement) || answer.text === null) {
    throw refusal(judgement, end, adviceFor?.(judgement, end))
  }
  try {
    return writer.whole(answer.text, svcFor?.(judgement, end) ?? null)
  } catch (error) {
    throw unwritable(error)
  }
}

/**
 * A stream leaves as it opens, which is provisional; its last events and `[DONE]` wait for the verdict,
 * and an error stands in their place when there is none.
 */
export async function* serveStream(
  exchange: AnsweredExchange,
  report: ReportExchange,
  { svcFor, adviceFor, writer = chatWriter }: ServeOptions = {},
): AsyncGenerator<OpenedEvent> {
  const answer = followRelayedStream(exchange.sealed)
  const assembler = createMessageAssembler()
  const written = writer.stream()
  const held: OpenedEvent[] = []
  let heldBytes = 0
  let isCut = false
  let broken: ExchangeRefused | null = null
  let unwritten: ExchangeRefused | null = null

  /** Whether an event waits for the verdict. */
  function holds(event: OpenedEvent): boolean {
    if (event.chunk !== null) assembler.push(event.chunk)
    if (held.length === 0 && !isLast(event)) return false
    heldBytes += event.bytes.length + heldEventBytes
    if (heldBytes > heldLimitBytes)
      throw new FormatError('SSE_TOO_LONG', exchangeErrors.tooLongToHold)
    held.push(event)
    return true
  }

  /** Writes an event that need not wait. An event that cannot be written is refused at the end, after the judgement. */
  function write(event: OpenedEvent): readonly OpenedEvent[] {
    if (unwritten !== null) return []
    try {
      return written.write(event)
    } catch (error) {
      unwritten = unwritable(error)
      return []
    }
  }

  try {
    for await (const chunk of exchange.body) {
      for (const event of answer.push(chunk)) {
        const refused = refusalInEvent(event)
        if (refused !== null) broken ??= refused
        else if (!holds(event)) yield* write(event)
      }
    }
  } catch (error) {
    isCut = true
    if (!(error instanceof FormatError)) broken ??= brokenOff(error)
  }
  const { events, ...read } = answer.end()
  const end = exchange.ended?.(read) ?? read
  if (!isCut) held.push(...events)
  const judgement = await exchange.judge(isCut ? { ...end, isComplete: false } : end)
  const served = { ...end, message: assembler.message(), broken }
  await report(judgement, served)
  if (!isVerified(judgement)) {
    const refused = refusal(judgement, served, adviceFor?.(judgement, served))
    yield { bytes: writer.refusal(refused), chunk: null }
    return
  }
  yield* lastOf(writer, () => {
    if (unwritten !== null) throw unwritten
    return written.end(held, svcFor?.(judgement, served) ?? null)
  })
}

/** The last events, or the refusal of what cannot be written. */
function lastOf(writer: AnswerWriter, write: () => readonly OpenedEvent[]): readonly OpenedEvent[] {
  try {
    return write()
  } catch (error) {
    return [{ bytes: writer.refusal(unwritable(error)), chunk: null }]
  }
}

/** It is verified, and the dialect that was asked for has no words for it. */
function unwritable(error: unknown): ExchangeRefused {
  if (error instanceof ExchangeRefused) return error
  if (!(error instanceof FormatError)) throw error
  return new ExchangeRefused({
    code: 'upstream_error',
    message: exchangeErrors.dialect(error.code, error.message),
  })
}

function messageIn(text: string): Json | null {
  return completionMessage(parseJsonObject(utf8ToBytes(text)).value)
}

/** Whether some choice finishes in it, or the stream does. */
function isLast(event: OpenedEvent): boolean {
  return event.chunk === null ? eventData(event.bytes) === '[DONE]' : finishes(event, () => true)
}

function isVerified({ verdict }: ExchangeJudgement): boolean {
  return verdict.kind === 'verified'
}

/** What failed by itself is told before what broke. */
function refusal(
  { verdict, outcome }: ExchangeJudgement,
  { broken }: ServedEnd,
  advice: string | null = null,
): ExchangeRefused {
  if (broken !== null && !failedBesideTheEnd(verdict.checks)) return broken
  const checks =
    verdict.kind === 'partial'
      ? verdict.missing.map((id) => ({ id, status: 'skip', reason: exchangeErrors.notEstablished }))
      : verdict.checks.filter(({ status }) => status === 'fail')
  return new ExchangeRefused({
    code: 'unverified_enclave',
    message: advice ?? exchangeErrors.notVerified(outcome),
    extra: { outcome, checks },
  })
}

/** What a tool or a page is told when something of ours fails. */
export function internalErrorBody(): string {
  return JSON.stringify(apiErrorBody({ code: 'internal_error', message: exchangeErrors.notServed }))
}
