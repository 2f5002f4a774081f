import { randomUUID } from 'node:crypto'

/** A caller's own request id is not trusted, and not repeated. */
export function newRequestId(): string {
  return `req_${randomUUID()}`
}
