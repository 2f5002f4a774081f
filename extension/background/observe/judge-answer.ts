import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { fail } from '#shared/checks.ts'
import { judgeSubject, type Opening } from '#shared/judge/judge-subject.ts'
import { recogniseBody } from '#shared/document/recognise-body.ts'
import type { TranscriptLimits } from '#shared/document/recognise-transcript.ts'
import type { Subject } from '#shared/document/subject.ts'
import { readOr } from '#shared/read-or.ts'
import { choicesAsked } from '#shared/commitment/check-choices.ts'
import { opensCommitment } from '#shared/commitment/commit.ts'
import { vectorsAsked } from '#shared/dialects/embeddings.ts'
import { formOfPrompt, promptValue } from '#shared/dialects/prompt-value.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import { decideVerdict } from '#shared/verdict.ts'
import type { PagePath } from '../../answer/answer-card.ts'
import { fieldsPassed } from '../../answer/sent-fields.ts'
import { shownText } from '#shared/dialects/shown-text.ts'
import { backgroundReasons } from '#shared/words/english/extension/refused-request.ts'
import { readFrames } from './read-frames.ts'
import type { JudgedExchange } from '../record/judged-exchange.ts'
import type { PinnedGateway, Settings } from '../../settings/settings.ts'

/** One response as a page received it. */
export interface ReceivedAnswer {
  /** Where the page had it from. */
  readonly url: string
  readonly request: string | null
  readonly text: string
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  /** The page's origin, as the browser says. */
  readonly origin: string
  readonly tabId: number | null
  /** Names it among the answers of its tab. */
  readonly key: string
}

/**
 * @param traits of the gateway that it came from; null while it was not asked
 * @returns null for what carries no `svc`: nothing is said about it, and no neighbour's receipt is borrowed
 */
export function judgeAnswer(
  received: ReceivedAnswer,
  settings: Settings,
  traits: ReadonlyMap<string, string> | null,
): JudgedExchange | null {
  if (!received.text.includes('"svc"')) return null
  const answer = readAnswer(received, choicesIn(received, settings.gateways))
  if (answer === null) return null
  const { svc, text, messageRead } = answer
  const { path, gateway, signers } = whoSigned(received, svc, settings.gateways)
  // A site's own server sends the gateway other messages than the page sent it.
  const request = path.kind === 'direct' ? readRequest(received.request) : null
  const { model = null } = request ?? {}
  const messages = request === null ? null : promptOf(messageRead.subject, request)
  const simulatedEnclave = settings.development ? 'accept-in-development' : 'reject'
  const { verdict: found, opened } = judgeSubject(
    messageRead.subject,
    {
      ...(messages === null ? {} : { prompt: { values: [messages] } }),
      ...(typeof model === 'string' ? { asked: { name: model, traits, listed: 'then' } } : {}),
      ...(messageRead.opening === null ? {} : { response: messageRead.opening }),
      needs: path.kind === 'direct' ? ['prompt', 'response'] : ['response'],
    },
    { signers, policy: { simulatedEnclave }, nowSeconds: Math.floor(Date.now() / 1000) },
  )
  const isInClear =
    svc.receipt.body.mode === 'e2ee' && !isSealed(received.url, path, [text, ...textsIn(messages)])
  const verdict = isInClear ? decideVerdict([notRelayed, ...found.checks], []) : found
  return {
    origin: received.origin,
    tabId: received.tabId,
    key: received.key,
    svc,
    verdict,
    gateway,
    path,
    text,
    messages,
    message: opened.message ?? null,
    unsigned: messageRead.subject.kind === 'svc' ? [] : messageRead.subject.unsigned,
    sentInClear: [],
    cameInClear: [],
    secondHop: 'none',
    sent:
      path.kind === 'direct' ? fieldsPassed({ request: received.request, tooLong: null }) : null,
    whyInClear: null,
    maySendUntil: null,
  }
}

const notRelayed = fail('e2ee.relayed', backgroundReasons.inClear)

/** A page may encrypt by itself: over the relay, and then each text is the hexadecimal form of a ciphertext. */
function isSealed(url: string, path: PagePath, texts: readonly string[]): boolean {
  const isRelay = path.kind === 'direct' && new URL(url).pathname === '/api/e2ee/relay'
  return isRelay && texts.every((text) => text === '' || /^[0-9a-f]{120,}$/.test(text))
}

/** Contents of messages, or of their parts. */
function textsIn(messages: Json | null): readonly string[] {
  if (!Array.isArray(messages)) return []
  return (messages as readonly Json[]).filter(isJsonObject).flatMap(({ content = null }) => {
    const parts = Array.isArray(content) ? (content as readonly Json[]).filter(isJsonObject) : []
    const texts = [content, ...parts.map(({ text = null }) => text)]
    return texts.filter((text) => typeof text === 'string')
  })
}

interface ReadAnswer {
  readonly svc: Svc
  readonly text: string
  readonly messageRead: {
    readonly subject: Extract<Subject, { kind: 'answer' | 'transcript' | 'svc' }>
    readonly opening: Opening | null
  }
}

function readAnswer(
  { text: received, place }: ReceivedAnswer,
  choices: Pick<TranscriptLimits, 'choices'>,
): ReadAnswer | null {
  if (place !== null) {
    const answer = readFrames(received)
    if (answer === null) return null
    const { svc, candidates, text } = answer
    // Its server writes answers anew: one that does not open the commitment says nothing.
    const values = candidates.filter((each) => opens(svc, each))
    const opening = values.length === 0 ? null : { values }
    const signed = values[0] === undefined ? text : shownText(values[0])
    return { svc, text: signed, messageRead: { subject: { kind: 'svc', svc }, opening } }
  }
  const recognition = recogniseBody(received.toWellFormed(), { ...limits, ...choices })
  if (recognition.kind !== 'recognised') return null
  const { subject } = recognition
  if (subject.kind !== 'answer' && subject.kind !== 'transcript') return null
  return {
    svc: subject.svc,
    text: shownText(subject.message),
    messageRead: { subject, opening: null },
  }
}

/** The prompt of a request, in the dialect of its answer. */
function promptOf(subject: ReadAnswer['messageRead']['subject'], request: JsonObject): Json {
  const dialect = subject.kind === 'svc' ? 'chat' : subject.dialect
  return promptValue(formOfPrompt(dialect), request)
}

function opens({ receipt, commitment_salts: salts }: Svc, message: Json): boolean {
  return readOr(false, () => opensCommitment(receipt.body.responseCommit, message, salts.response))
}

/** More than is ever followed of one answer. */
const limits = { events: 1_000_000 }

/** How many choices, or vectors, were asked for, where the page's own request to a gateway says it. */
function choicesIn(
  { url, request }: ReceivedAnswer,
  gateways: readonly PinnedGateway[],
): Pick<TranscriptLimits, 'choices'> {
  const body = gateways.some(({ origin }) => origin === originOf(url)) ? readRequest(request) : null
  if (body === null) return {}
  return { choices: 'messages' in body ? choicesAsked(body['n']) : vectorsAsked(body['input']) }
}

interface WhoSigned {
  readonly path: PagePath
  /** Origin of the gateway, or null for one that the user did not name. */
  readonly gateway: string | null
  readonly signers: SignerHistory | null
}

/**
 * Straight from a named gateway only that gateway's accepted signers count. On every other way the answer
 * may come from any of the named ones, and the signer tells which.
 */
function whoSigned(
  { url, origin }: ReceivedAnswer,
  { receipt }: Svc,
  gateways: readonly PinnedGateway[],
): WhoSigned {
  const from = originOf(url)
  const direct = gateways.find((gateway) => gateway.origin === from)
  if (direct) return { path: { kind: 'direct' }, gateway: direct.origin, signers: direct.signers }
  const { host } = new URL(from ?? origin)
  const signed = gateways.find(({ signers }) => isSigner(signers, receipt.signer))
  return {
    path: { kind: 'through', host },
    gateway: signed?.origin ?? null,
    signers: signed?.signers ?? null,
  }
}

function isSigner({ current, retired }: SignerHistory, address: string): boolean {
  return [current, ...retired].some((signer) => signer.address === address)
}

/** Sockets belong to the origin of their host. */
function originOf(url: string): string | null {
  try {
    return new URL(url.replace(/^ws/, 'http')).origin
  } catch {
    return null
  }
}

function readRequest(request: string | null): JsonObject | null {
  return readOr(null, () =>
    request === null ? null : parseJsonObject(utf8ToBytes(request.toWellFormed())).value,
  )
}
