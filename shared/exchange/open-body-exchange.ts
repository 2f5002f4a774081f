import { readOr } from '../read-or.ts'
import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import { ciphertextValue } from '../body-relay/ciphertext-value.ts'
import { bodyRelayHeaders } from '../body-relay/relay-headers.ts'
import type { BodyScheme } from '../body-relay/body-scheme.ts'
import type { Json } from '../canonical-json.ts'
import { sha256Digest } from '../digest.ts'
import type { AnswerOpener } from '../e2ee/e2ee-client.ts'
import type { RelayedEnd } from '../e2ee/relayed-answer.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import { judgeBodyExchange } from '../judge/provider/judge-body-exchange.ts'
import { eventData } from '../sse/read-event.ts'
import { parseSvc, type Svc } from '../svc/parse-svc.ts'
import type { AnswerTrust } from '../svc/verify-answer.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { readWhole } from './broken-off.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import { passedOn, readRefusal, type RelayClient, type RelayedResponse } from './relay-client.ts'
import { sendToKey } from './send-to-key.ts'
import { sealEhbpBody } from './bodies/seal-ehbp-body.ts'
import { sealFieldsBy } from './bodies/seal-fields-by.ts'
import type { BodyEnd, SealBodyInput, SealedBody } from './bodies/sealed-body.ts'
import type { VerifiedBodyOffer } from './verified-enclaves.ts'

interface BodyExchangeDeps {
  readonly client: RelayClient
  readonly trust: Omit<AnswerTrust, 'nowSeconds'>
  readonly endpoint?: EnclaveEndpoint
  readonly nowSeconds: () => number
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
  /** Verifies the enclave once more. */
  readonly again: () => Promise<VerifiedBodyOffer>
}

/** One request on its way, as `OpenExchange` has it. */
interface OpenedBodyExchange {
  readonly model: string
  readonly enclaveModel: string
  readonly sealed: AnswerOpener & { readonly wirePrompt: Json }
  readonly offer: Pick<VerifiedBodyOffer, 'until'>
  readonly headers: Readonly<Record<string, string>>
  /** Without what the gateway wrote behind it; in clear, where it was encrypted as a whole. */
  readonly body: AsyncIterable<Uint8Array>
  readonly ended: <End extends RelayedEnd>(end: End) => End
  judge(end: RelayedEnd): Promise<ExchangeJudgement>
}

interface BodyRequest {
  /** As the tool sent it, without its model. */
  readonly rest: JsonObject
  /** Name in the gateway's catalogue. */
  readonly model: string
  /** Paths of what was allowed to leave in clear. */
  readonly sentInClear: readonly string[]
}

/** How the bodies of a scheme are encrypted. Another scheme is another line. */
const sealers: Readonly<
  Record<BodyScheme, (input: SealBodyInput) => SealedBody | Promise<SealedBody>>
> = {
  'ehbp-1': sealEhbpBody,
  'near-2': sealFieldsBy('near-2'),
  'venice-1': sealFieldsBy('venice-1'),
  // What ML-KEM weighs is loaded with the first such enclave.
  'chutes-1': async (input) => (await import('./bodies/seal-chutes-body.ts')).sealChutesBody(input),
}

/** Schemes whose enclaves may be asked for vectors, too. */
const takesVectors: readonly BodyScheme[] = ['ehbp-1']

/**
 * Encrypts a request to a verified enclave and sends it through the gateway, which may not touch it.
 * @throws {ExchangeRefused} a refusal; nothing was sent in clear
 */
export async function openBodyExchange(
  { rest, model, sentInClear }: BodyRequest,
  first: VerifiedBodyOffer,
  { again, ...deps }: BodyExchangeDeps,
): Promise<OpenedBodyExchange> {
  const endpoint = deps.endpoint ?? 'chat'
  const { offer, sealed, response } = await sendToKey(first, send, again)
  if (response.status !== 200) throw await refusalIn({ sealed, response })
  const requestDigest = sha256Digest(sealed.body)
  const wirePrompt = ciphertextValue(requestDigest)
  const opened = openBody(response, sealed)
  const { opener, isEnded } = untilDone(sealed.opener, rest)
  return {
    model,
    enclaveModel: offer.upstreamModel,
    sealed: { ...opener, wirePrompt },
    offer,
    headers: response.headers ?? {},
    body: opened.body,
    ended: <End extends RelayedEnd>(end: End) => opened.ended(end, isEnded()),
    async judge(end: RelayedEnd) {
      const { upstreamModel, traits } = offer
      const asked = { name: model, traits, listed: 'then' } as const
      const seen = { upstreamModel, requestDigest, responseDigest: opened.digest(), sentInClear }
      return judgeBodyExchange(
        { asked, offer, end, seen },
        { ...deps.trust, nowSeconds: deps.nowSeconds() },
      )
    },
  }

  async function send({ ready, upstreamModel, scheme }: VerifiedBodyOffer): Promise<SentBody> {
    const sealed = await seal(scheme, {
      request: { ...rest, model: upstreamModel },
      endpoint,
      recipient: ready.enclave.encryptionKey,
      randomBytes: deps.randomBytes,
    })
    const response = await deps.client.relay({
      headers: {
        [bodyRelayHeaders.scheme]: scheme,
        [bodyRelayHeaders.model]: model,
        [bodyRelayHeaders.endpoint]: endpoint,
        ...sealed.headers,
      },
      body: sealed.body,
    })
    return { sealed, response }
  }
}

async function seal(scheme: BodyScheme, input: SealBodyInput): Promise<SealedBody> {
  try {
    if (input.endpoint !== 'chat' && !takesVectors.includes(scheme)) {
      throw new FormatError('E2EE_MALFORMED', exchangeErrors.onlyChats)
    }
    return await sealers[scheme](input)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ExchangeRefused({ code: 'invalid_request_error', message: error.message })
  }
}

interface SentBody {
  readonly sealed: SealedBody
  readonly response: RelayedResponse
}

/** The enclave's own refusal, where it is encrypted to this request; else the gateway's. */
async function refusalIn({ sealed, response }: SentBody) {
  const body = await readWhole(response.body)
  if (response.responseNonce === null) return passedOn(response.status, body, response.headers)
  return readOr(passedOn(502, new Uint8Array()), () => {
    const opened = sealed.read(response.responseNonce).open(body)
    return passedOn(response.status, opened, response.headers)
  })
}

/** The answer's bytes as they come, and at its end what the gateway wrote behind them. */
function openBody({ body, responseNonce }: RelayedResponse, sealed: SealedBody) {
  let found: BodyEnd | null = null
  async function* open(): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = sealed.read(responseNonce)
    for await (const piece of body) {
      const own = reader.open(piece)
      if (own.length > 0) yield own
    }
    const { rest, ...end } = reader.end()
    found = end
    if (readRefusal(found.tail) !== null) throw passedOn(502, found.tail)
    if (rest !== undefined) yield rest
  }
  let isBroken = false
  async function* whileItOpens(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* open()
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      isBroken = error.code !== 'PROVIDER_UNUSABLE'
    }
  }
  const digest = () => found?.digest ?? null
  function ended<End extends RelayedEnd>(end: End, isEnded: boolean): End {
    const { tail = null } = found ?? {}
    const response = digest()
    return {
      ...end,
      svc: tail === null ? null : svcIn(tail),
      wireAnswer: response === null ? null : ciphertextValue(response),
      opened: (end.opened || sealed.covers === 'all') && !isBroken,
      isComplete: end.opened && end.isComplete && isEnded && found !== null,
    }
  }
  return { body: whileItOpens(), ended, digest }
}

function svcIn(tail: Uint8Array): Svc | null {
  return readOr(null, () => parseSvc(parseJsonObject(tail).value))
}

/** The same opener, which notes whether a stream came to its `[DONE]`. */
function untilDone(opener: AnswerOpener, { stream }: JsonObject) {
  let isDone = stream !== true
  return {
    isEnded: () => isDone,
    opener: {
      ...opener,
      openEvent(bytes: Uint8Array) {
        if (eventData(bytes) === '[DONE]') isDone = true
        return opener.openEvent(bytes)
      },
    },
  }
}
