import type { FastifyRequest } from 'fastify'
import type { Json } from '#shared/canonical-json.ts'
import type { GatewayError } from '../errors.ts'
import type { SafeLogger } from '../operation/safe-logger.ts'

const longestText = 300

/**
 * What an upstream says to the operator, 401, 402 or 403, is known to nobody else. Where it repeats
 * anything of the request, its text is left out: no prompt is ever in a log.
 */
export function logForOperator(
  { forOperator }: GatewayError,
  { id, body }: Pick<FastifyRequest, 'id' | 'body'>,
  logger: SafeLogger,
): void {
  if (forOperator === null) return
  const { status, said } = forOperator
  const text = said?.slice(0, longestText) ?? null
  const shown = text === null || repeats(text, body) ? '(no text that may be kept)' : text
  logger.warn({ requestId: id, status, said: shown }, 'an upstream refused this gateway')
}

/** So many characters in a row are no accident. */
const runLength = 8
/** A longer request is not searched: its refusal has no text. */
const longestSearched = 64 * 1024

function repeats(text: string, body: unknown): boolean {
  if (!(body instanceof Uint8Array) || body.length > longestSearched) return true
  const words = contentOf(body)
  if (words === null) return true
  const said = text.toLowerCase()
  if (words.some((each) => each.length < runLength && each !== '' && said.includes(each)))
    return true
  const all = words.join('\n')
  for (let at = 0; at + runLength <= said.length; at++) {
    if (all.includes(said.slice(at, at + runLength))) return true
  }
  return false
}

/** Every string of the messages, in lowercase; null when they cannot be read. */
function contentOf(body: Uint8Array): readonly string[] | null {
  try {
    const { messages } = JSON.parse(Buffer.from(body).toString('utf8')) as { messages?: Json }
    return messages === undefined ? null : strings(messages)
  } catch {
    return null
  }
}

const structural: readonly string[] = ['role', 'type']

function strings(value: Json): readonly string[] {
  if (typeof value === 'string') return [value.trim().toLowerCase()]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) =>
    structural.includes(name) ? [] : strings(each as Json),
  )
}
