import { apiErrorBody } from '../api-error.ts'
import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { readAll } from '../bytes/read-limited.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { isOtherChoice } from '../commitment/check-choices.ts'
import { completionMessage } from '../commitment/completion-message.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import { followRelayedStream, readRelayedAnswer, type RelayedEnd } from '../e2ee/relayed-answer.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/event-data.ts'
import { spliceSvcIntoEvent, spliceSvcIntoJson } from '../svc/splice-svc.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import type { OpenExchange } from './open-exchange.ts'

/** All that is known of an answer once it is over. */
export interface ServedEnd extends RelayedEnd {
  /** `choices[0].message` in clear, as far as it opened; null when there is none. */
  readonly message: Json | null
}

/** Told once for each exchange; the last events, or the whole of a buffered answer, wait for it. */
export type ReportExchange = (judgement: ExchangeJudgement, end: ServedEnd) => Promise<void> | void

/** What a surface adds to an answer that leaves, or says of one that does not. */
export interface ServeOptions {
  /** Text of the `svc` that the answer is handed out with. */
  readonly svcFor?: (judgement: ExchangeJudgement, end: ServedEnd) => string | null
  /** Why it did not verify, and what can be done, where there is something; else null. */
  readonly adviceFor?: (judgement: ExchangeJudgement, end: ServedEnd) => string | null
}

/** Most that waits for the verdict, 64 MiB, with what each event costs besides its bytes. */
const heldLimitBytes = 64 * 1024 * 1024
const heldEventBytes = 1024

/** A buffered answer leaves only when all of it is verified. @throws {ExchangeRefused} */
export async function serveBuffered(
  exchange: OpenExchange,
  report: ReportExchange,
  { svcFor, adviceFor }: ServeOptions = {},
): Promise<string> {
  const answer = readRelayedAnswer(exchange.sealed, await readAll(exchange.body))
  const judgement = await exchange.judge(answer)
  const message = answer.text === null ? null : messageIn(answer.text)
  const end = { ...answer, message }
  await report(judgement, end)
  if (!isVerified(judgement) || answer.text === null) {
    throw refusal(judgement, adviceFor?.(judgement, end))
  }
  const svcText = svcFor?.(judgement, end) ?? null
  return svcText === null
    ? answer.text
    : parseUtf8(spliceSvcIntoJson(utf8ToBytes(answer.text), svcText))
}

/**
 * A stream leaves as it opens, which is provisional; its last events and `[DONE]` wait for the verdict,
 * and an error stands in their place when there is none.
 */
export async function* serveStream(
  exchange: OpenExchange,
  report: ReportExchange,
  { svcFor, adviceFor }: ServeOptions = {},
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
  const served = { ...end, message: assembler.message() }
  await report(judgement, served)
  if (isVerified(judgement)) yield* withSvc(held, svcFor?.(judgement, served) ?? null)
  else {
    const { body } = refusal(judgement, adviceFor?.(judgement, served))
    yield { bytes: utf8ToBytes(`data: ${body}\n\n`), chunk: null }
  }
}

/** `svc` stands where gateways put it: in the event in which the first choice finishes. */
function* withSvc(events: readonly OpenedEvent[], svcText: string | null): Generator<OpenedEvent> {
  let isIn = svcText === null
  for (const event of events) {
    if (isIn || svcText === null || !finishes(event, (index) => !isOtherChoice(index))) yield event
    else {
      isIn = true
      yield { ...event, bytes: spliceSvcIntoEvent(event.bytes, svcText) }
    }
  }
}

function messageIn(text: string): Json | null {
  return completionMessage(parseJsonObject(utf8ToBytes(text), parseUtf8).value)
}

/** Whether some choice finishes in it, or the stream does. */
function isLast(event: OpenedEvent): boolean {
  return event.chunk === null
    ? eventData(event.bytes, parseUtf8) === '[DONE]'
    : finishes(event, () => true)
}

/** Whether a choice of such an index finishes in it. */
function finishes({ chunk }: OpenedEvent, isMeant: (index: Json | undefined) => boolean): boolean {
  const choices = Array.isArray(chunk?.['choices']) ? (chunk['choices'] as readonly Json[]) : []
  return choices.some((choice) => {
    const { index, finish_reason: reason } = isJsonObject(choice) ? choice : {}
    return typeof reason === 'string' && reason !== '' && isMeant(index)
  })
}

export function isVerified({ verdict, outcome }: ExchangeJudgement): boolean {
  return verdict.kind === 'verified' && outcome === 'complete'
}

function refusal(
  { verdict, outcome }: ExchangeJudgement,
  advice: string | null = null,
): ExchangeRefused {
  const checks =
    verdict.kind === 'partial'
      ? verdict.missing.map((id) => ({ id, status: 'skip', reason: 'it was not established' }))
      : verdict.checks.filter(({ status }) => status === 'fail')
  return new ExchangeRefused({
    code: 'unverified_enclave',
    message: advice ?? `The answer is not verified (${outcome}): do not rely on anything of it.`,
    extra: { outcome, checks },
  })
}

/** What a tool or a page is told when something of ours fails. */
export function internalErrorBody(): string {
  return JSON.stringify(
    apiErrorBody({ code: 'internal_error', message: 'This request could not be served.' }),
  )
}
