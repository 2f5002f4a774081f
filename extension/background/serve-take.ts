import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { completionMessage } from '#shared/commitment/completion-message.ts'
import type { ExchangeJudgement } from '#shared/e2ee/judge-exchange.ts'
import type { RelayedEnd } from '#shared/e2ee/relayed-answer.ts'
import { openExchange, type OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import { serveBuffered, serveStream } from '#shared/exchange/serve-exchange.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import type { FailedCheck } from '#shared/verdict.ts'
import { eventData } from '#shared/sse/event-data.ts'
import { fieldsSealed } from '../answer/left-fields.ts'
import { enclavesOf, randomBytes } from './enclaves-of.ts'
import type { JudgedExchange } from './judged-exchange.ts'
import type { Gateway, Pair, Settings } from './settings.ts'

export interface TakenExchange {
  readonly request: JsonObject
  readonly gateway: Gateway
  readonly pair: Pair
  readonly client: RelayClient
  readonly settings: Settings
}

/** What the one who asked hears of it, in this order. */
export interface TakeEars {
  /** The enclave was verified and the gateway answered; from here on nothing is sent in another way. */
  head(contentType: string): void
  /** One whole server-sent event, or the whole of a buffered body. */
  event(text: string): void
  /** All the text so far, now and then. */
  writing(text: string): void
  /** The verdict, where there was a receipt; before the last event. */
  judged(judged: TakenVerdict): void
  /** It failed without a receipt; `text` is what was opened of it. */
  refused(text: string, failed: FailedCheck | null): void
}

/** As whoever keeps it needs it; where it happened is known elsewhere. */
type TakenVerdict = Omit<JudgedExchange, 'origin' | 'tabId'>

/** Longest use of a verified enclave, in seconds (shared/exchange/verified-enclaves.ts). */
const longestUseSeconds = 600
const shortestText = 24
const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * Encrypts one request to a verified enclave, and opens its answer.
 * @throws {ExchangeRefused} before `head`, when nothing was answered; after it, for a buffered answer
 */
export async function serveTake(taken: TakenExchange, ears: TakeEars): Promise<void> {
  const { request, gateway, pair, client, settings } = taken
  const exchange = await openExchange(request, {
    client,
    enclaves: enclavesOf(gateway.origin, client, settings),
    trust: {
      signers: gateway.signers,
      policy: { simulatedEnclave: settings.development ? 'accept-in-development' : 'reject' },
    },
    clearTools: pair.tools,
    nowSeconds,
    randomBytes,
  })
  if (request['stream'] === true) await stream(exchange, taken, ears)
  else await buffered(exchange, taken, ears)
}

async function stream(exchange: OpenExchange, taken: TakenExchange, ears: TakeEars): Promise<void> {
  const assembler = createMessageAssembler()
  let next = shortestText
  ears.head('text/event-stream; charset=utf-8')
  const textSoFar = () => textOf(assembler.message())
  const events = serveStream(exchange, (judgement, end) => {
    tellJudgement({ exchange, taken, judgement, end, text: textSoFar() }, ears)
  })
  for await (const { bytes, chunk } of events) {
    if (chunk !== null) assembler.push(chunk)
    // Comments keep a connection open, and break the parsers of some pages (frontends.md section 1).
    if (eventData(bytes) === null) continue
    ears.event(parseUtf8(bytes))
    const text = textSoFar()
    if (text.length < next) continue
    next = 2 * text.length
    ears.writing(text)
  }
}

async function buffered(
  exchange: OpenExchange,
  taken: TakenExchange,
  ears: TakeEars,
): Promise<void> {
  let seen: { readonly judgement: ExchangeJudgement; readonly end: RelayedEnd } | null = null
  const settle = (text: string) => {
    if (seen !== null) tellJudgement({ exchange, taken, ...seen, text }, ears)
  }
  try {
    const text = await serveBuffered(exchange, (judgement, end) => {
      seen = { judgement, end }
    })
    settle(textOf(completionMessage(parseJsonObject(utf8ToBytes(text), parseUtf8).value)))
    ears.head('application/json; charset=utf-8')
    ears.event(text)
  } catch (error) {
    settle('')
    throw error
  }
}

interface JudgedParts {
  readonly exchange: OpenExchange
  readonly taken: TakenExchange
  readonly judgement: ExchangeJudgement
  readonly end: RelayedEnd
  readonly text: string
}

function tellJudgement(
  { exchange, taken, judgement, end, text }: JudgedParts,
  ears: TakeEars,
): void {
  const { svc, wireMessage } = end
  const { verdict } = judgement
  if (svc === null) {
    return ears.refused(text, verdict.kind === 'rejected' ? verdict.failed : null)
  }
  const { sealed, offer } = exchange
  ears.judged({
    svc,
    verdict,
    gateway: taken.gateway.origin,
    path: { kind: 'sealed' },
    text,
    messages: sealed.wireMessages,
    message: wireMessage,
    left: fieldsSealed(wireBody(sealed.body), taken.request),
    maySendUntil: Math.min(nowSeconds() + longestUseSeconds, offer.ready.enclave.keyset.not_after),
  })
}

function wireBody(text: string): JsonObject {
  return parseJsonObject(utf8ToBytes(text), parseUtf8).value
}

function textOf(message: Json | null): string {
  const { content } = (message ?? {}) as { content?: unknown }
  return typeof content === 'string' ? content : ''
}
