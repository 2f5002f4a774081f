import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { internalErrorBody } from '#shared/exchange/serve-exchange.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { fieldsInClear } from '../answer/left-fields.ts'
import type { ToBridge } from '../messages/bridge-messages.ts'
import { parseTake, type Take, type TakeProgress } from '../messages/hook-messages.ts'
import { createGatewayRelay } from './gateway-relay.ts'
import { keepJudged } from './keep-judged.ts'
import { serveTake, type TakeEars } from './serve-take.ts'
import { readSettings, type Gateway, type Pair, type Settings } from './settings.ts'
import { noteLeft } from './tab-notes.ts'

type Post = (message: TakeProgress | Exclude<ToBridge, { kind: 'rules' }>) => void

/** The only path that is taken over. */
const chatPath = '/v1/chat/completions'

/**
 * One request of a page to a gateway, encrypted here. The origin is the browser's word; which gateway, whose
 * key and how strictly is what the user set for that origin, and nothing that the page says.
 */
export function takePort(port: chrome.runtime.Port): void {
  const { origin, tab } = port.sender ?? {}
  if (origin === undefined) return
  const gone = new AbortController()
  let isTaken = false
  port.onDisconnect.addListener(() => gone.abort())
  port.onMessage.addListener((raw: unknown) => {
    if (isTaken || (raw as { kind?: unknown } | null)?.kind === 'ping') return
    isTaken = true
    void take(raw)
  })

  async function take(raw: unknown): Promise<void> {
    const message = readTake(raw)
    if (message === null) return port.disconnect()
    const post: Post = (told) => {
      if (!gone.signal.aborted) port.postMessage(told)
    }
    const settings = await readSettings()
    const parties = partiesOf(message, origin ?? '', settings)
    if (parties === null) return port.disconnect()
    const from: From = { origin: origin ?? '', tabId: tab?.id ?? null, signal: gone.signal }
    await answer({ message, ...parties, settings, from }, post)
  }
}

function readTake(raw: unknown): Take | null {
  try {
    return parseTake(raw)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

interface Parties {
  readonly gateway: Gateway
  readonly pair: Pair
}

/** Null for a site or a gateway that the user did not set up: such a request is nobody's to answer. */
function partiesOf({ url }: Take, site: string, settings: Settings): Parties | null {
  if (!settings.sites.includes(site) || !URL.canParse(url)) return null
  const { origin } = new URL(url)
  const gateway = settings.gateways.find((each) => each.origin === origin)
  const pair = settings.pairs.find(
    (each) => each.site === site && each.gateway === origin && each.takeover !== 'off',
  )
  return gateway && pair ? { gateway, pair } : null
}

interface From {
  readonly origin: string
  readonly tabId: number | null
  readonly signal: AbortSignal
}

interface Taken extends Parties {
  readonly message: Take
  readonly settings: Settings
  readonly from: From
}

async function answer(taken: Taken, post: Post): Promise<void> {
  const { message, from, pair } = taken
  const { id } = message
  let stage: 'nothing sent' | 'answered' = 'nothing sent'
  let keeping: Promise<unknown> = Promise.resolve()
  const ears: TakeEars = {
    head(contentType) {
      stage = 'answered'
      post({ kind: 'head', id, status: 200, contentType })
    },
    event: (text) => post({ kind: 'event', id, text }),
    writing: (text) => post({ kind: 'writing', id, text }),
    judged(judged) {
      keeping = keepJudged({ ...judged, origin: from.origin, tabId: from.tabId }).then((card) =>
        post({ kind: 'judged', id, text: judged.text, place: null, card }),
      )
    },
    refused(text, failed) {
      const { id: check, reason } = failed ?? unverified
      post({ kind: 'refused', id, text, failed: { id: check, reason } })
    },
  }
  let request: JsonObject | null = null
  try {
    request = readRequest(message)
    await serveTake(
      {
        request,
        gateway: taken.gateway,
        pair,
        client: createGatewayRelay({
          gateway: taken.gateway.origin,
          authorization: authorizationFor(taken),
          signal: from.signal,
        }),
        settings: taken.settings,
      },
      ears,
    )
    await keeping
    post({ kind: 'end', id })
  } catch (error) {
    await keeping
    if (from.signal.aborted) return
    const refused = error instanceof ExchangeRefused ? error : null
    if (mayPass(pair, stage, refused)) {
      if (request) await noteLeft({ ...from, left: fieldsInClear(request) })
      return post({ kind: 'pass', id })
    }
    if (stage === 'nothing sent') {
      post({
        kind: 'head',
        id,
        status: refused?.statusCode ?? 500,
        contentType: 'application/json; charset=utf-8',
      })
      post({ kind: 'event', id, text: refused?.body ?? internalErrorBody() })
      post({ kind: 'end', id })
    } else post({ kind: 'broken', id })
  }
}

/** When nothing failed, and something that must be proven is missing. */
const unverified = { id: 'enclave-receipt.present', reason: 'no receipt came with it' } as const

/** Refusals that say that encryption was not to be had; every other one is the answer to the request. */
const notToBeHad: readonly string[] = [
  'attestation_unavailable',
  'e2ee_tools_not_private',
  'e2ee_field_not_private',
  'e2ee_unsupported_endpoint',
  'model_not_found',
]

/** `always` never passes: whatever else holds, the first condition is not met. */
function mayPass(
  { takeover }: Pair,
  stage: 'nothing sent' | 'answered',
  refused: ExchangeRefused | null,
): boolean {
  return (
    takeover === 'possible' &&
    stage === 'nothing sent' &&
    refused !== null &&
    notToBeHad.includes(refused.code)
  )
}

/** @throws {ExchangeRefused} */
function readRequest({ url, request }: Take): JsonObject {
  const { pathname, search } = new URL(url)
  if (pathname !== chatPath || search !== '') {
    throw notEncryptable(`Only ${chatPath} can be encrypted end to end.`)
  }
  if (request === null) throw notEncryptable('The body of this request cannot be read as text.')
  try {
    return parseJsonObject(utf8ToBytes(request.toWellFormed()), parseUtf8).value
  } catch (error) {
    if (error instanceof FormatError)
      throw notEncryptable(`The body is not usable: ${error.message}.`)
    throw error
  }
}

function notEncryptable(message: string): ExchangeRefused {
  return new ExchangeRefused({ code: 'e2ee_unsupported_endpoint', message })
}

/** The user's own key leaves only where the user allowed it for this site, and to this gateway alone. */
function authorizationFor({ message, pair, gateway }: Taken): string | null {
  if (pair.key === 'mine') return gateway.key === null ? null : `Bearer ${gateway.key}`
  return message.authorization
}
