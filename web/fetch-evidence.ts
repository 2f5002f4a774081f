import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { piecesOf, readLimited, TooLong } from '#shared/bytes/read-limited.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { askingWords as words } from '#shared/words/english/pages/asking.ts'

/** Longest answer of a gateway that is read. */
const answerLimitBytes = 1024 * 1024
const timeoutMs = 15_000

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as bearer token. */
  readonly key?: string
  readonly body?: JsonObject
  readonly timeoutMs?: number
}

export interface GatewayAnswer {
  readonly status: number
  readonly value: JsonObject
  /** The body as it came. */
  readonly bytes: Uint8Array
  readonly headers: Headers
}

/** The gateway could not be asked, or did not answer like one; the message is for the reader. */
export class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable'
}

/**
 * Asks a gateway. Nothing else on these pages uses the network.
 * @param gateway without a slash at its end, such as `https://gateway.example`
 * @throws {GatewayUnreachable}
 */
export async function fetchFromGateway(
  gateway: string,
  path: `/${string}`,
  call: Call = {},
): Promise<GatewayAnswer> {
  const host = new URL(gateway).host
  let response: Response
  try {
    response = await fetch(gateway + path, {
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(call.key === undefined ? {} : { authorization: `Bearer ${call.key}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(call.timeoutMs ?? timeoutMs),
    })
  } catch {
    throw new GatewayUnreachable(
      isForbidden(gateway) ? words.forbidden(host) : words.unreachable(host),
    )
  }
  const bytes = await readAnswer(response, host)
  try {
    const { value } = parseJsonObject(bytes)
    return { status: response.status, value, bytes, headers: response.headers }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayUnreachable(words.noGateway(host, response.status))
  }
}

/**
 * A short text that is served beside the pages, or null where there is none. `not yet` where it is being made.
 * @throws {GatewayUnreachable}
 */
export async function fetchText(gateway: string, path: `/${string}`): Promise<string | null> {
  const host = new URL(gateway).host
  let response: Response
  try {
    response = await fetch(gateway + path, {
      credentials: 'omit',
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new GatewayUnreachable(words.unreachable(host))
  }
  if (response.status === 503 && response.headers.has('retry-after')) return 'not yet'
  return response.ok ? parseUtf8(await readAnswer(response, host)) : null
}

/** What the policy of these pages names: a policy cannot name an address in brackets. */
function isForbidden(gateway: string): boolean {
  const { protocol, hostname, origin } = new URL(gateway)
  if (protocol === 'https:' || origin === location.origin) return false
  return hostname !== 'localhost' && hostname !== '127.0.0.1'
}

/**
 * The same, for a step that must succeed.
 * @throws {GatewayUnreachable} with the gateway's own words when it refuses
 */
export async function fetchGranted(
  gateway: string,
  path: `/${string}`,
  call: Call = {},
): Promise<GatewayAnswer> {
  const answer = await fetchFromGateway(gateway, path, call)
  if (answer.status < 300) return answer
  const { message } = (answer.value['error'] ?? {}) as JsonObject
  throw new GatewayUnreachable(typeof message === 'string' ? message : words.refused(answer.status))
}

async function readAnswer(response: Response, host: string): Promise<Uint8Array> {
  try {
    return await readLimited(piecesOf(response.body), answerLimitBytes)
  } catch (error) {
    throw new GatewayUnreachable(
      error instanceof TooLong ? words.endless(host) : words.stopped(host),
    )
  }
}
