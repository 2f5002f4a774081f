import { digestHeader, modeHeader, receiptHeader } from '../../answer/answer-headers.ts'

const allowedHeaders =
  /^(?:authorization|content-type|x-api-key|x-request-id|x-client-pub-key|x-model-pub-key|ehbp-encapsulated-key|(?:x-stainless|openai|anthropic|x-e2ee|x-svc)-[a-z0-9-]+)$/

const exposedHeaders = [
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
  'retry-after',
  'retry-after-ms',
  'x-request-id',
  'x-e2ee-applied',
  'x-e2ee-version',
  'x-e2ee-algo',
  'x-receipt-id',
  'ehbp-response-nonce',
  modeHeader,
  digestHeader,
  receiptHeader,
  'x-should-retry',
].join(', ')

/** Headers of every response of the API. The API takes bearer tokens and no cookies, so any page may call. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
} as const

/**
 * Headers of a preflight's answer. Header names have no wildcard beside `*`, which does not cover
 * `authorization`, so those that were asked for and are known are named back.
 */
export function preflightHeaders(
  requestedHeaders: string | undefined,
): Readonly<Record<string, string>> {
  const asked = (requestedHeaders ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const allowed = new Set(['authorization', 'content-type'])
  for (const name of asked) if (allowedHeaders.test(name)) allowed.add(name)
  return {
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': [...allowed].join(', '),
    'access-control-max-age': '86400',
    vary: 'access-control-request-headers',
  }
}
