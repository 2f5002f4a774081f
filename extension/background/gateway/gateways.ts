import { problemWords } from '#shared/words/english/extension/problems.ts'
import { piecesOf, readLimited, TooLong } from '#shared/bytes/read-limited.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { parseLimits } from '#shared/limits-statement/parse-limits-statement.ts'
import type { GatewayFacts } from '../../messages/ui-requests.ts'
import { pinGateway, setKey, noteAsked } from '../../settings/gateways.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'
import { UiProblem } from '../../messages/ui-problem.ts'
import { wholeAddress } from './whole-address.ts'

const answerLimitBytes = 1024 * 1024
const timeoutMs = 15_000

/** Of an address as it was typed. @throws {UiProblem} for what is no address of a gateway */
export function gatewayOrigin(typed: string): string {
  const text = wholeAddress(typed)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UiProblem(problemWords.noAddress)
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere) {
    throw new UiProblem(problemWords.needsHttps)
  }
  if (url.username !== '' || url.password !== '') {
    throw new UiProblem(problemWords.hasPassword)
  }
  return url.origin
}

/** What a gateway says of itself now. @throws {UiProblem} */
export async function lookAtGateway(origin: string): Promise<GatewayFacts> {
  const value = await ask(origin, '/api/limits', {})
  try {
    return { origin, ...parseLimits(value) }
  } catch (error) {
    if (error instanceof FormatError) throw new UiProblem(problemWords.noSigner(origin))
    throw error
  }
}

/** Pins the signer that the user was shown. @throws {UiProblem} when it is another one by now */
export async function addGateway(
  origin: string,
  signer: string,
  key: string | null,
): Promise<Settings> {
  const { signers, operator } = await lookAtGateway(origin)
  if (signers.current.address !== signer.toLowerCase()) {
    throw new UiProblem(problemWords.signerChanged)
  }
  return pinGateway({ origin, signers, operator, key })
}

/** A key from the gateway, kept here for it. @throws {UiProblem} */
export async function keepNewKey(origin: string): Promise<string> {
  const { key } = await ask(origin, '/api/keys', { method: 'POST' })
  if (typeof key !== 'string') throw new UiProblem(problemWords.noKey)
  await setKey(origin, key)
  return key
}

/** Asks again, and makes an alarm of a signer that is not the pinned one. @throws {UiProblem} */
export async function checkGateway(
  origin: string,
): Promise<GatewayFacts & { readonly changed: boolean }> {
  const facts = await lookAtGateway(origin)
  const { gateways } = await readSettings()
  const known = gateways.find((gateway) => gateway.origin === origin)
  if (known === undefined) throw new UiProblem(problemWords.notNamed)
  const changed = known.signers.current.address !== facts.signers.current.address
  const proposed = changed ? { signers: facts.signers, seenAt: Date.now() } : null
  await noteAsked(origin, { proposed, operator: changed ? null : facts.operator })
  return { ...facts, changed }
}

const askAgainMs = 10 * 60_000

/**
 * For a receipt of a signer that is not pinned: whether the gateway publishes another one now, which is
 * an alarm. A page can make such receipts come: for one pin the gateway is asked once in ten minutes.
 */
export async function lookForNewSigner(origin: string): Promise<void> {
  const { gateways } = await readSettings()
  const pinnedAt = gateways.find((gateway) => gateway.origin === origin)?.pinnedAt
  const name = `signer-asked ${origin} ${pinnedAt}`
  const { [name]: askedAt = 0 } = await chrome.storage.session.get(name)
  if (Date.now() - Number(askedAt) < askAgainMs) return
  await chrome.storage.session.set({ [name]: Date.now() })
  try {
    await checkGateway(origin)
  } catch (error) {
    if (!(error instanceof UiProblem)) throw error
  }
}

async function ask(origin: string, path: string, init: RequestInit): Promise<JsonObject> {
  let response: Response
  try {
    response = await fetch(`${origin}${path}`, {
      ...init,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new UiProblem(problemWords.unreachable(origin))
  }
  const value = await readJson(response, origin)
  if (response.ok) return value
  const { message } = (value['error'] ?? {}) as JsonObject
  throw new UiProblem(
    typeof message === 'string'
      ? problemWords.refused(message)
      : problemWords.refusedWith(origin, response.status),
  )
}

async function readJson(response: Response, origin: string): Promise<JsonObject> {
  try {
    const bytes = await readLimited(piecesOf(response.body), answerLimitBytes)
    return parseJsonObject(bytes).value
  } catch (error) {
    if (error instanceof TooLong) throw new UiProblem(problemWords.endless(origin))
    throw new UiProblem(problemWords.notLikeGateway(origin, response.status))
  }
}
