import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { describeBrokenOff } from '#shared/judge/words/describe-broken-off.ts'
import { describeRefused, type RefusedView } from '#shared/judge/words/describe-refused.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import { internalErrorBody } from '#shared/exchange/serve-exchange.ts'
import { backgroundReasons } from '#shared/words/english/extension/refused-request.ts'
import type { SentField } from '../../answer/answer-card.ts'
import {
  fieldsLeftOut,
  fieldsOfSealedBody,
  fieldsPassed,
  fieldsSealed,
} from '../../answer/sent-fields.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import type { EncryptRequest, EncryptProgress } from '../../messages/hook-messages.ts'
import { enclavesOf } from './enclaves-of.ts'
import { leaveOutTools } from './leave-out-tools.ts'
import { mayPass } from './may-pass.ts'
import { notePassed } from './passed-requests.ts'
import { relayByFetch } from '../gateway/gateway-relay.ts'
import { gatewayNaming } from '../../answer/gateway-naming.ts'
import { keepJudged } from '../record/keep-judged.ts'
import { sayOutcome } from '../record/say-outcome.ts'
import { readBody, readEncryptable } from './read-encryptable.ts'
import { wordRefusal } from './word-refusal.ts'
import { serveEncrypted, type ExchangeListeners } from './serve-encrypted.ts'
import type { PinnedGateway, Pair, Settings } from '../../settings/settings.ts'
import { askAboutTools } from '../../settings/sites.ts'
import { isGatewayAllowed } from '../sites/sites.ts'
import type { Stage } from '../../tab/tab-state.ts'
import { noteTab } from '../record/note-answer.ts'

export type PostMessage = (message: EncryptProgress | Exclude<ToBridge, { kind: 'rules' }>) => void

/** A request that the user wants encrypted, with what the user set for it. */
export interface RequestToEncrypt {
  readonly message: EncryptRequest
  readonly gateway: PinnedGateway
  /** Never one that is off. */
  readonly pair: Pair
  readonly settings: Settings
  readonly from: {
    readonly origin: string
    readonly tabId: number | null
    /** Names it among the answers of its tab. */
    readonly key: string
    /** Aborted when the page gave it up. */
    readonly signal: AbortSignal
  }
}

/** How far it is. What was sent once is never sent in another way. */
type Sending = 'nothing sent' | 'sent' | 'answered'

/** Encrypts and sends it, and tells what comes of it: an answer, an error, or that the page is to send it itself. */
export async function encryptAndAnswer(wanted: RequestToEncrypt, post: PostMessage): Promise<void> {
  const { message, from, pair, gateway, settings } = wanted
  const { id } = message
  const at: { stage: Sending } = { stage: 'nothing sent' }
  const note = (stage: Stage) =>
    void noteTab(from, { kind: 'stage', key: from.key, stage }).catch(() => {})
  const refuse = (text: string, said: RefusedView) => {
    if (from.signal.aborted) return
    note({ at: 'refused', said })
    post({ kind: 'refused', id, text, said })
  }
  let sent: readonly SentField[] = []
  const listeners: ExchangeListeners = {
    head(contentType) {
      at.stage = 'answered'
      post({ kind: 'head', id, status: 200, headers: { 'content-type': contentType } })
    },
    event: (text) => post({ kind: 'event', id, text }),
    writing(text) {
      note({ at: 'writing' })
      post({ kind: 'writing', id, text })
    },
    async judged(judged) {
      // A page that gave it up broke it off: that says nothing about the answer.
      if (from.signal.aborted) return
      const { origin, tabId, key } = from
      const outcome = await keepJudged({ ...judged, sent, whyInClear: null, origin, tabId, key })
      post(sayOutcome(outcome, { id, text: judged.text, place: null }))
    },
    brokeOff: (text) => refuse(text, describeBrokenOff()),
    refused(text, failed) {
      const { id: check, reason } = failed ?? unverified
      refuse(text, describeRefused({ id: check, reason }, gatewayNaming(gateway.origin)))
    },
  }
  try {
    if (!(await isGatewayAllowed(gateway.origin))) throw withoutPermission(gateway.origin)
    const asked = readEncryptable(message, gateway.origin)
    const { request: told, leftOut } =
      pair.tools === 'leave-out' ? leaveOutTools(asked) : { request: asked, leftOut: {} }
    const authorization = authorizationFor(wanted)
    const asking = { gateway: gateway.origin, authorization }
    const relay = relayByFetch({ ...asking, signal: from.signal })
    const client: RelayClient = {
      ...relay,
      relay(sealed) {
        at.stage = 'sent'
        const { body } = sealed
        const left =
          typeof body === 'string' ? fieldsSealed(readBody(body), told) : fieldsOfSealedBody(told)
        sent = [...left, ...fieldsLeftOut(leftOut)]
        noteTab(from, { kind: 'sent', sent }).catch(() => {})
        return relay.relay(sealed)
      },
    }
    const enclaves = enclavesOf(asking, settings)
    await serveEncrypted({ request: told, gateway, pair, client, enclaves, settings }, listeners)
    post({ kind: 'end', id })
  } catch (error) {
    if (from.signal.aborted) return
    const refused = error instanceof ExchangeRefused ? error : null
    if (refused && at.stage === 'nothing sent') await refuseUnsent(wanted, refused, post)
    else if (at.stage === 'answered') post({ kind: 'broken', id })
    else answer(wanted, refused, refused?.body ?? internalErrorBody(), post)
  } finally {
    note({ at: 'ended' })
  }
}

/** Nothing was sent: the page is told why, or is to send it itself. */
async function refuseUnsent(
  wanted: RequestToEncrypt,
  refused: ExchangeRefused,
  post: PostMessage,
): Promise<void> {
  const { message, pair, from } = wanted
  if (refused.code === 'e2ee_tools_not_private' && pair.tools === 'ask') await askAboutTools(pair)
  const why = mayPass(pair, refused)
  if (why === null) return answer(wanted, refused, wordRefusal(refused, pair.tools), post)
  noteTab(from, { kind: 'sent', sent: fieldsPassed(message) }).catch(() => {})
  await notePassed({ place: from, key: from.key, request: message.request }, why)
  post({ kind: 'pass', id: message.id })
}

/** @param body JSON text */
function answer(
  { message: { id } }: RequestToEncrypt,
  refused: ExchangeRefused | null,
  body: string,
  post: PostMessage,
): void {
  const status = refused?.statusCode ?? 500
  const headers = { ...refused?.headers, 'content-type': 'application/json; charset=utf-8' }
  post({ kind: 'head', id, status, headers })
  post({ kind: 'event', id, text: body })
  post({ kind: 'end', id })
}

/** While the browser would not hold to its rules for this gateway, nothing goes there at all. */
function withoutPermission(gateway: string): ExchangeRefused {
  return new ExchangeRefused({
    code: 'not_entitled',
    message: refusedWords.noPermission(gateway),
  })
}

/** When nothing failed, and something that must be proven is missing. */
const unverified = { id: 'enclave-receipt.present', reason: backgroundReasons.noReceipt } as const

/** The user's own key leaves only where the user allowed it for this site, and to this gateway alone. */
function authorizationFor({ message, pair, gateway }: RequestToEncrypt): string | null {
  if (pair.key === 'mine') return gateway.key === null ? null : `Bearer ${gateway.key}`
  return message.authorization
}
