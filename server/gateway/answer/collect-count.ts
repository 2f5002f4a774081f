import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { UpstreamAnswer } from '../common/upstream.ts'
import { UnusableAnswer } from './unusable-answer.ts'

/** A number needs no more. */
const longestBytes = 16 * 1024

/**
 * What an upstream counted, as it said it: `{"input_tokens": …}`.
 * @throws {UnusableAnswer | CallFailed} for anything else
 */
export async function collectCount({ body }: UpstreamAnswer): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > longestBytes) throw noCount()
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  if (!isCount(bytes)) throw noCount()
  return bytes
}

function isCount(bytes: Buffer): boolean {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Json
    return isJsonObject(value) && Number.isSafeInteger(value['input_tokens'])
  } catch {
    return false
  }
}

function noCount(): UnusableAnswer {
  return new UnusableAnswer(providerErrors.notCount, {
    kind: 'unreadable',
    cause: 'NO_COUNT',
  })
}
