import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { GatewayError } from '../../common/errors.ts'
import { isLoopbackName } from '#shared/loopback-name.ts'
import { readHost } from './read-host.ts'

/** A gateway for the people of one machine. */
export interface LocalOnly {
  /** Origins elsewhere whose pages may ask without a key. */
  readonly allowedOrigins: readonly string[]
}

/** Extensions name themselves so; no page can. */
const extensionOrigin = /^(?:chrome|moz|safari-web)-extension:\/\/[^/]+$/

/**
 * A request without a key is anybody's, and any page can make a browser send one: under its own origin, or
 * under a name of its own that leads here by now. Neither is served.
 * @throws {GatewayError} host_not_allowed, origin_not_allowed
 */
export function refuseForeign(
  { host, origin }: IncomingHttpHeaders,
  { allowedOrigins }: LocalOnly,
): void {
  const name = readHost(host)?.name ?? ''
  const allowedNames = allowedOrigins.map((each) => new URL(each).hostname)
  if (!isLoopbackName(name) && !allowedNames.includes(name)) {
    throw new GatewayError('host_not_allowed', callerErrors.notLocalhost)
  }
  if (origin === undefined || extensionOrigin.test(origin)) return
  if (allowedOrigins.includes(origin) || isLoopbackOrigin(origin)) return
  throw new GatewayError('origin_not_allowed', callerErrors.otherOrigin)
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackName(new URL(origin).hostname)
}
