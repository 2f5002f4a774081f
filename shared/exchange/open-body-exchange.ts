import { bytesToHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { readAll } from '../bytes/read-limited.ts'
import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import type { Json } from '../canonical-json.ts'
import { sha256Digest, type Digest } from '../digest.ts'
import type { AnswerOpener, OpenedEvent } from '../e2ee/e2ee-client.ts'
import type { RelayedEnd } from '../e2ee/relayed-answer.ts'
import { sealedForms } from '../e2ee/sealed-form.ts'
import { ciphertextValue } from '../ehbp/ciphertext-value.ts'
import { ehbpNames } from '../ehbp/ehbp-names.ts'
import { openEhbpAnswer, type EhbpAnswerEnd } from '../ehbp/open-ehbp-answer.ts'
import { ehbpScheme, bodyRelayHeaders } from '../ehbp/relay-headers.ts'
import { sealEhbpRequest, type SealedEhbpRequest } from '../ehbp/seal-ehbp-request.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import type { ExchangeJudgement } from '../judge/judge-exchange.ts'
import { judgeBodyExchange } from '../judge/provider/judge-body-exchange.ts'
import { eventData } from '../sse/read-event.ts'
import { parseSvc, type Svc } from '../svc/parse-svc.ts'
import type { AnswerTrust } from '../svc/verify-answer.ts'
import { passedOn, readRefusal, type RelayClient, type RelayedResponse } from './relay-client.ts'
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
  /** In clear, as far as it opens. */
  readonly body: AsyncIterable<Uint8Array>
  readonly ended: <End extends RelayedEnd>(end: End) => End
  judge(end: RelayedEnd): Promise<ExchangeJudgement>
}

interface BodyRequest {
  /** As the tool sent it, without its model. */
  readonly rest: JsonObject
  /** Name in the gateway's catalogue. */
  readonly model: string
}

/**
 * Encrypts the whole of a request to a verified enclave and sends it through the gateway.
 * @throws {ExchangeRefused} a refusal; nothing was sent in clear
 */
export async function openBodyExchange(
  { rest, model }: BodyRequest,
  first: VerifiedBodyOffer,
  { again, ...deps }: BodyExchangeDeps,
): Promise<OpenedBodyExchange> {
  const endpoint = deps.endpoint ?? 'chat'
  let offer = first
  let sent = await send(offer)
  if (sent.response.status === 400) {
    const body = await readAll(sent.response.body)
    if (readRefusal(body)?.code !== 'e2ee_model_key_mismatch') {
      throw passedOn(400, body, sent.response.headers)
    }
    offer = await again()
    sent = await send(offer)
  }
  const { sealed, response } = sent
  if (response.status !== 200) throw await refusalIn(sent)
  const wirePrompt = ciphertextValue(sha256Digest(sealed.body))
  const opened = openBody(response, sealed)
  const opener = clearOpener(endpoint, rest)
  return {
    model,
    enclaveModel: offer.upstreamModel,
    sealed: { ...opener, wirePrompt },
    offer,
    headers: response.headers ?? {},
    body: opened.body,
    ended: <End extends RelayedEnd>(end: End) => opened.ended(end, opener.isEnded()),
    judge: (end: RelayedEnd) =>
      Promise.resolve(
        judgeBodyExchange(
          { asked: { name: model, traits: offer.traits, listed: 'then' }, offer, wirePrompt, end },
          { ...deps.trust, nowSeconds: deps.nowSeconds() },
        ),
      ),
  }

  async function send({ ready, upstreamModel }: VerifiedBodyOffer) {
    const body = utf8ToBytes(JSON.stringify({ ...rest, model: upstreamModel }))
    const sealed = await sealEhbpRequest(body, {
      recipient: ready.enclave.encryptionKey,
      entropy: deps.randomBytes(32),
    })
    const response = await deps.client.relay({
      headers: {
        [bodyRelayHeaders.scheme]: ehbpScheme,
        [bodyRelayHeaders.model]: model,
        [bodyRelayHeaders.endpoint]: endpoint,
        [ehbpNames.encapsulatedKey]: bytesToHex(sealed.secret.encapsulatedKey),
      },
      body: sealed.body,
    })
    return { sealed, response }
  }
}

interface SentBody {
  readonly sealed: SealedEhbpRequest
  readonly response: RelayedResponse
}

/** The enclave's own refusal, where it is encrypted to this request; else the gateway's. */
async function refusalIn({ sealed, response }: SentBody) {
  const body = await readAll(response.body)
  if (response.responseNonce === null) return passedOn(response.status, body, response.headers)
  try {
    const opener = openEhbpAnswer(sealed.secret, response.responseNonce)
    return passedOn(response.status, opener.open(body), response.headers)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return passedOn(502, new Uint8Array())
  }
}

/** The answer's bytes in clear as they come, and at its end what the gateway wrote behind them. */
function openBody({ body, responseNonce }: RelayedResponse, { secret }: SealedEhbpRequest) {
  let found: EhbpAnswerEnd | null = null
  async function* open(): AsyncGenerator<Uint8Array, void, undefined> {
    const opener = openEhbpAnswer(secret, responseNonce)
    for await (const piece of body) {
      const clear = opener.open(piece)
      if (clear.length > 0) yield clear
    }
    found = opener.end()
  }
  let isBroken = false
  async function* whileItOpens(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* open()
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      isBroken = true
    }
  }
  function ended<End extends RelayedEnd>(end: End, isEnded: boolean): End {
    const { digest = null, tail = null } = found ?? {}
    return {
      ...end,
      svc: tail === null ? null : svcIn(tail),
      wireAnswer: digest === null ? null : ciphertextValue(digest as Digest),
      opened: end.opened && !isBroken && found !== null,
      isComplete: end.isComplete && isEnded,
      cameInClear: [],
    }
  }
  return { body: whileItOpens(), ended }
}

function svcIn(tail: Uint8Array): Svc | null {
  try {
    return parseSvc(parseJsonObject(tail, parseUtf8).value)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

/** Reads an answer that is open already. */
function clearOpener(
  endpoint: EnclaveEndpoint,
  request: JsonObject,
): AnswerOpener & { readonly isEnded: () => boolean } {
  const form = sealedForms[endpoint]
  const isStream = request['stream'] === true
  let isDone = false
  return {
    form: { ...form, clearIn: () => [] },
    asked: form.asked(request),
    openBuffered: (body) => ({
      text: parseUtf8(body),
      value: parseJsonObject(body, parseUtf8).value,
    }),
    openEvent(bytes): OpenedEvent {
      const data = eventData(bytes, parseUtf8)
      if (data === '[DONE]') isDone = true
      const isChunk = data !== null && data !== '[DONE]'
      return { bytes, chunk: isChunk ? parseJsonObject(utf8ToBytes(data), parseUtf8).value : null }
    },
    isEnded: () => !isStream || isDone,
  }
}
