import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { Json } from '#shared/canonical-json.ts'
import { GatewayError } from '../errors.ts'
import type { BodySink } from './body-sink.ts'
import { failureError, type CallInput } from './call-upstream.ts'
import { UnusableAnswer } from './unusable-answer.ts'

/** A number needs no more. */
const longestBytes = 16 * 1024

/**
 * What an upstream counted, as it said it: `{"input_tokens": …}`.
 * @param ask calls the upstream
 * @throws {GatewayError} upstream_error for anything else
 */
export function collectCount(
  ask: (accept: CallInput['accept'], reject: (error: Error) => void) => void,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    ask((head, call): BodySink => {
      const chunks: Uint8Array[] = []
      let length = 0
      if (head.mediaType !== 'application/json') throw new GatewayError('upstream_error', noCount)
      return {
        data(chunk) {
          length += chunk.length
          if (length <= longestBytes) return void chunks.push(chunk)
          call.abort()
          reject(unusable())
        },
        end() {
          const bytes = Buffer.concat(chunks)
          if (isCount(bytes)) resolve(bytes)
          else reject(unusable())
        },
        fail: (failure) => reject(failureError(failure)),
      }
    }, reject)
  })
}

function isCount(bytes: Buffer): boolean {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Json
    return isJsonObject(value) && Number.isSafeInteger(value['input_tokens'])
  } catch {
    return false
  }
}

const noCount = 'The upstream did not answer with a count.'

function unusable(): UnusableAnswer {
  return new UnusableAnswer(noCount, { kind: 'unreadable', cause: 'NO_COUNT' })
}
