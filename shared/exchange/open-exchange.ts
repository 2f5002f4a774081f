import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import type { AciDigest } from '../aci/parse-keyset.ts'
import { joinAudits } from '../aci/hosts/audit-session.ts'
import type { EnclaveReceipt } from '../aci/parse-enclave-receipt.ts'
import { replicasOf } from '../aci/replicas.ts'
import type { BodyScheme } from '../body-relay/body-scheme.ts'
import { clearFields, pathWithoutIndices, type ClearFields } from '../e2ee/in-clear/clear-fields.ts'
import { judgeExchange, enclaveReceiptOf, type ExchangeJudgement } from '../judge/judge-exchange.ts'
import type { AnswerOpener, SealedRequest } from '../e2ee/e2ee-client.ts'
import type { RelayedEnd } from '../e2ee/relayed-answer.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { fieldSchemeOf, type FieldScheme } from '../near/field-scheme.ts'
import { nearClearFields } from '../near/near-clear-fields.ts'
import type { AnswerTrust } from '../svc/verify-answer.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { auditReceipt, type ReceiptAudit } from './audit-receipt.ts'
import type { ClearConsent } from './clear-consent.ts'
import { readWhole } from './broken-off.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import { passedOn, type RelayClient, type RelayedResponse } from './relay-client.ts'
import { openBodyExchange } from './open-body-exchange.ts'
import { sendToKey } from './send-to-key.ts'
import {
  OfferRefused,
  type AnyOffer,
  type VerifiedBodyOffer,
  type VerifiedEnclaves,
  type VerifiedOffer,
} from './verified-enclaves.ts'

export interface ExchangeDeps {
  readonly client: RelayClient
  readonly enclaves: VerifiedEnclaves
  readonly trust: Omit<AnswerTrust, 'nowSeconds'>
  /** What the enclave is asked; `chat` where it is left out. */
  readonly endpoint?: EnclaveEndpoint
  /** What may leave in clear; the verdict names it. */
  readonly consent: ClearConsent
  readonly nowSeconds: () => number
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** One request on its way: encrypted, sent, and answered with a head. */
export interface OpenExchange {
  /** As the tool named it. */
  readonly model: string
  /** As the enclave calls it. The gateway says which; the enclave's receipt names it. */
  readonly enclaveModel: string
  readonly sealed: AnswerOpener & Pick<SealedRequest, 'wirePrompt'>
  /** The enclave that it was encrypted to. */
  readonly offer: Pick<VerifiedOffer, 'until'>
  /** Headers of the gateway's answer that a tool acts on. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RelayedResponse['body']
  /** What is known at its end beside what stands in its bytes; left out where all stands there. */
  readonly ended?: <End extends RelayedEnd>(end: End) => End
  /** Judges the whole exchange; called once, at its end. */
  judge(end: RelayedEnd): Promise<ExchangeJudgement>
}

/**
 * Encrypts a request to a verified enclave and sends it through the gateway.
 * @param request as the tool sent it; `model` is a name of the gateway's catalogue
 * @throws {ExchangeRefused} a refusal; nothing was sent in clear
 */
export async function openExchange(request: JsonObject, deps: ExchangeDeps): Promise<OpenExchange> {
  const { model, shown_mode: _shownMode, ...rest } = request
  if (typeof model !== 'string') {
    throw new ExchangeRefused({
      code: 'invalid_request_error',
      message: exchangeErrors.modelRequired,
      param: 'model',
    })
  }
  const outerModel: string = model
  const found = await verified(deps.enclaves.forModel(model))
  if (found.scheme !== 'aci') {
    const { scheme } = found
    const again = async () => ofBody(await verified(deps.enclaves.refresh(model)), scheme)
    const fields = fieldSchemeOf(scheme)
    const sentInClear = fields === null ? [] : await allowedInClear(fields, rest, deps.consent)
    return openBodyExchange({ rest, model, sentInClear }, found, { ...deps, again })
  }
  const clear = clearFields(rest, deps.endpoint)
  await refuseTelling(clear, deps.consent)
  const again = async () => ofAci(await verified(deps.enclaves.refresh(model)))
  const { offer, sealed, response, from } = await sendToKey(found, send, again)
  if (response.status !== 200) {
    throw passedOn(response.status, await readWhole(response.body), response.headers)
  }
  const to = deps.nowSeconds()
  return {
    model,
    enclaveModel: offer.ready.upstreamModel,
    sealed,
    offer,
    headers: response.headers ?? {},
    body: response.body,
    judge: (end) =>
      judge(
        {
          model,
          offer,
          sealed,
          clear,
          end,
          receiptId: response.receiptId,
          beganBetween: [from, to],
        },
        deps,
      ),
  }

  async function send({ ready }: VerifiedOffer) {
    const from = deps.nowSeconds()
    const sealed = seal({ ...rest, model: ready.upstreamModel }, outerModel, {
      ready,
      from,
      endpoint: deps.endpoint ?? 'chat',
      randomBytes: deps.randomBytes,
    })
    return { sealed, from, response: await deps.client.relay(sealed) }
  }
}

interface SealFor {
  readonly ready: VerifiedOffer['ready']
  readonly from: number
  readonly endpoint: EnclaveEndpoint
  readonly randomBytes: ExchangeDeps['randomBytes']
}

function seal(
  request: JsonObject,
  outerModel: string,
  { ready, from, endpoint, randomBytes }: SealFor,
): SealedRequest {
  try {
    return ready.client.sealRequest({
      endpoint,
      request,
      outerModel,
      serviceKey: ready.serviceKey,
      timestamp: from,
      randomBytes,
    })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ExchangeRefused({ code: 'invalid_request_error', message: error.message })
  }
}

async function refuseTelling(
  { tools, content, telling }: ClearFields,
  consent: ClearConsent,
): Promise<void> {
  const [field] = content
  if (field !== undefined) {
    throw new ExchangeRefused({
      code: 'e2ee_field_not_private',
      message: exchangeErrors.repeats(field),
      param: field,
    })
  }
  const names = new Set(telling.map(pathWithoutIndices))
  if (tools.length > 0) names.add('tools')
  if (names.size === 0) return
  const [clear] = await consent([...names])
  if (clear === undefined) return
  const isTools = clear === 'tools'
  const param =
    (isTools ? tools[0] : telling.find((path) => pathWithoutIndices(path) === clear)) ?? clear
  throw new ExchangeRefused(
    {
      code: isTools ? 'e2ee_tools_not_private' : 'e2ee_field_not_private',
      message: isTools ? exchangeErrors.tools : exchangeErrors.cannotHide(param),
      param,
    },
    { clear },
  )
}

/** Paths of what somebody allowed to leave in clear beside the fields that are encrypted. @throws {ExchangeRefused} */
async function allowedInClear(
  scheme: FieldScheme,
  request: JsonObject,
  consent: ClearConsent,
): Promise<readonly string[]> {
  const clear = nearClearFields(scheme, request)
  await refuseTelling(clear, consent)
  return clear.telling
}

/** A model that is served by another kind of enclave from one moment to the next is asked anew by whoever asked. */
function otherKind(): ExchangeRefused {
  const message = exchangeErrors.otherEnclave
  return new ExchangeRefused({ code: 'attestation_unavailable', message })
}

function ofAci(offer: AnyOffer): VerifiedOffer {
  if (offer.scheme === 'aci') return offer
  throw otherKind()
}

function ofBody(offer: AnyOffer, scheme: BodyScheme): VerifiedBodyOffer {
  if (offer.scheme !== 'aci' && offer.scheme === scheme) return offer
  throw otherKind()
}

async function verified(offer: Promise<AnyOffer>): Promise<AnyOffer> {
  try {
    return await offer
  } catch (error) {
    if (error instanceof ExchangeRefused) throw error
    const checks =
      error instanceof OfferRefused ? error.checks.filter(({ status }) => status === 'fail') : []
    throw new ExchangeRefused({
      code: 'attestation_unavailable',
      message: exchangeErrors.noneVerified,
      extra: { checks },
    })
  }
}

interface Judging {
  readonly model: string
  readonly offer: VerifiedOffer
  readonly sealed: SealedRequest
  readonly clear: ClearFields
  readonly end: RelayedEnd
  readonly receiptId: string | null
  readonly beganBetween: readonly [number, number]
}

/** A receipt of a replica that is not known leads to so many more verifications. */
const refreshes = 3

async function judge(judging: Judging, deps: ExchangeDeps): Promise<ExchangeJudgement> {
  const { model, offer, end } = judging
  const receipt = enclaveReceiptOf(end.svc)
  const { checks: sessionChecks, secondHop } =
    typeof receipt === 'string'
      ? joinAudits([], offer.ready.enclave.serving)
      : (await auditOf(receipt, judging, deps)).hosts
  return judgeExchange(
    {
      ...judging,
      asked: { name: model, traits: offer.traits, listed: 'then' },
      otherKeysets: deps.enclaves.keysets(model),
      sessionChecks,
      secondHop,
    },
    { ...deps.trust, nowSeconds: deps.nowSeconds() },
  )
}

function auditOf(
  receipt: EnclaveReceipt,
  { model, offer }: Judging,
  { enclaves, nowSeconds }: ExchangeDeps,
): Promise<ReceiptAudit> {
  const digest = receipt.workload_keyset_digest as AciDigest
  return auditReceipt(receipt, {
    replicas: () => replicasOf(offer.ready.enclave, enclaves.keysets(model)),
    attest: Array.from({ length: refreshes }, () => () => enclaves.refresh(model, digest)),
    session: (id) => enclaves.session(model, id),
    policy: offer.policy,
    nowSeconds,
  })
}
