import { GatewayError } from '../errors.ts'
import type { AnswerHead } from '../upstream.ts'
import { UpstreamBroken } from './leg-failures.ts'
import { documentOf } from './upstream-trouble.ts'

const refusals = {
  'application/json': 'The upstream did not answer with JSON.',
  'text/event-stream': 'The upstream did not answer with a stream.',
} as const

/** @throws {UpstreamBroken} for an answer of another kind than was asked for */
export function requireMediaType(head: AnswerHead, wanted: keyof typeof refusals): void {
  if (head.mediaType === wanted) return
  const trouble = { kind: 'unreadable', status: 200, cause: documentOf(head) } as const
  throw new UpstreamBroken(new GatewayError('upstream_error', refusals[wanted]), trouble)
}
