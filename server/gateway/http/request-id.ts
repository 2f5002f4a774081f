import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A UUID, 32 hex digits or a ULID, with or without `req_` before it: nothing that could say anything. */
const safeId =
  /^(?:req_)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i

export function newRequestId(): string {
  return `req_${randomUUID()}`
}

/** What a request is called in the log and in `x-request-id`: as its caller or a proxy calls it, if that can be nothing but an id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && safeId.test(given) ? given : newRequestId()
}
