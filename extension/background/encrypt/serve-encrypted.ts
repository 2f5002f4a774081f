import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { fail } from '#shared/checks.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import { failedBesideTheEnd } from '#shared/exchange/broken-off.ts'
import { openExchange, type OpenExchange } from '#shared/exchange/open-exchange.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import { serveBuffered, serveStream, type ServedEnd } from '#shared/exchange/serve-exchange.ts'
import type { VerifiedEnclaves } from '#shared/exchange/verified-enclaves.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { decideVerdict, type FailedCheck, type Verdict } from '#shared/verdict.ts'
import { eventData } from '#shared/sse/read-event.ts'
import { shownText } from '#shared/dialects/shown-text.ts'
import { pathWithoutIndices } from '#shared/e2ee/in-clear/clear-fields.ts'
import { backgroundReasons } from '#shared/words/english/extension/refused-request.ts'
import { randomBytes } from './enclaves-of.ts'
import { failedByGateway } from '../gateway/failed-by-gateway.ts'
import type { JudgedExchange } from '../record/judged-exchange.ts'
import type { PinnedGateway, Pair, Settings } from '../../settings/settings.ts'

export interface WantedExchange {
  readonly request: JsonObject
  readonly gateway: PinnedGateway
  readonly pair: Pair
  readonly client: RelayClient
  readonly enclaves: VerifiedEnclaves
  readonly settings: Settings
}

/** What the one who asked hears of it, in this order. */
export interface ExchangeListeners {
  /** The enclave was verified and the gateway answered; from here on nothing is sent in another way. */
  head(contentType: string): void
  /** One whole server-sent event, or the whole of a buffered body. */
  event(text: string): void
  /** All the text so far, now and then. */
  writing(text: string): void
  /** The verdict, where there was a receipt. The last events wait for it: many a page goes away with them. */
  judged(judged: EncryptedVerdict): Promise<void>
  /** The connection broke before a receipt came; `text` is what was opened of it. */
  brokeOff(text: string): void
  /** It failed without a receipt; `text` is what was opened of it. */
  refused(text: string, failed: FailedCheck | null): void
}

/** As whoever keeps it needs it; where it happened, and what left, is known elsewhere. */
type EncryptedVerdict = Omit<JudgedExchange, 'origin' | 'tabId' | 'key' | 'sent' | 'whyInClear'>

const shortestText = 24
const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * Encrypts one request to a verified enclave, and opens its answer.
 * @throws {ExchangeRefused} before `head`, when nothing was answered; after it, for a buffered answer
 */
export async function serveEncrypted(
  wanted: WantedExchange,
  listeners: ExchangeListeners,
): Promise<void> {
  const { request, gateway, pair, client, enclaves, settings } = wanted
  const exchange = await openExchange(request, {
    client,
    enclaves,
    trust: {
      signers: gateway.signers,
      policy: { simulatedEnclave: settings.development ? 'accept-in-development' : 'reject' },
    },
    consent: (names) => names.filter((name) => !mayLeave(name, pair)),
    nowSeconds,
    randomBytes,
  })
  if (request['stream'] === true) await stream(exchange, wanted, listeners)
  else await buffered(exchange, wanted, listeners)
}

function mayLeave(name: string, { tools, clear, takeover }: Pair): boolean {
  if (name === 'tools') return tools === 'send'
  // Under `possible` the whole request would leave in clear instead.
  return clear === 'allow' || takeover === 'possible'
}

async function stream(
  exchange: OpenExchange,
  wanted: WantedExchange,
  listeners: ExchangeListeners,
): Promise<void> {
  const assembler = createMessageAssembler()
  let next = shortestText
  listeners.head('text/event-stream; charset=utf-8')
  const events = serveStream(exchange, (judgement, end) =>
    tellJudgement({ exchange, wanted, judgement, end }, listeners),
  )
  for await (const { bytes, chunk } of events) {
    if (chunk !== null) assembler.push(chunk)
    // Comments keep a connection open, and break the parsers of some pages.
    if (eventData(bytes) === null) continue
    listeners.event(parseUtf8(bytes))
    const text = shownText(assembler.message())
    if (text.length < next) continue
    next = 2 * text.length
    listeners.writing(text)
  }
}

async function buffered(
  exchange: OpenExchange,
  wanted: WantedExchange,
  listeners: ExchangeListeners,
): Promise<void> {
  const text = await serveBuffered(exchange, (judgement, end) =>
    tellJudgement({ exchange, wanted, judgement, end }, listeners),
  )
  listeners.head('application/json; charset=utf-8')
  listeners.event(text)
}

interface JudgedParts {
  readonly exchange: OpenExchange
  readonly wanted: WantedExchange
  readonly judgement: ExchangeJudgement
  readonly end: ServedEnd
}

async function tellJudgement(
  { exchange, wanted, judgement, end }: JudgedParts,
  listeners: ExchangeListeners,
): Promise<void> {
  const { svc, wireAnswer, broken } = end
  const text = shownText(end.message)
  const verdict = insistOn(judgement.verdict)
  if (svc === null) {
    // Why the gateway broke the answer off, as the gateway says.
    const found = broken === null ? null : failedByGateway(JSON.parse(broken.body) as JsonObject)
    // A connection that breaks contradicts nothing: there is no receipt, and nothing is said to have failed.
    const isCut = broken !== null && !failedBesideTheEnd(judgement.verdict.checks)
    if (isCut && found === null) return listeners.brokeOff(text)
    return listeners.refused(text, found ?? (verdict.kind === 'rejected' ? verdict.failed : null))
  }
  const { sealed, offer } = exchange
  await listeners.judged({
    svc,
    verdict,
    gateway: wanted.gateway.origin,
    path: { kind: 'sealed' },
    text,
    messages: sealed.wirePrompt,
    message: wireAnswer,
    unsigned: [],
    sentInClear: [...new Set(judgement.sentInClear.map(pathWithoutIndices))],
    cameInClear: judgement.cameInClear,
    secondHop: judgement.secondHop,
    maySendUntil: offer.until,
  })
}

/** The page is refused an answer of which something is missing: then it failed, and is not partly good. */
function insistOn(verdict: Verdict): Verdict {
  if (verdict.kind !== 'partial') return verdict
  const { checks, missing } = verdict
  const failed = missing.map((id) => {
    const skipped = checks.find((check) => check.id === id && check.status === 'skip')
    return fail(id, skipped?.status === 'skip' ? skipped.reason : backgroundReasons.notEstablished)
  })
  return decideVerdict(
    [...failed, ...checks.filter(({ id, status }) => status === 'pass' || !missing.includes(id))],
    missing,
  )
}
