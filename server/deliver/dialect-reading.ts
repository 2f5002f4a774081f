import type { Json } from '#shared/canonical-json.ts'
import type { StreamedAnswer } from '#shared/dialects/api-dialect.ts'
import { FormatError } from '#shared/errors.ts'
import { GatewayError } from '../errors.ts'
import { streamIncomplete } from './stream-errors.ts'
import type { StreamReading } from './stream-reading.ts'

/** Reads a stream of another dialect than chat, each event strictly. */
export function createDialectReading(answer: StreamedAnswer): StreamReading {
  let value: Json = null
  return {
    read(event, isEnded) {
      const part = isEnded ? answer.read(event) : answer.readUnended(event)
      switch (part.kind) {
        case 'nothing':
          return false
        case 'done':
          if (value === null) throw streamIncomplete()
          return false
        case 'error':
          throw new GatewayError(
            'upstream_error',
            'The upstream broke off with an error of its own.',
          )
        case 'part':
          if (part.svc !== undefined) {
            throw new FormatError('COMPLETION_MALFORMED', 'an event has an "svc" of its own')
          }
          if (part.isLast) value = answer.value()
          return part.isLast
      }
    },
    repeated: () => null,
    takeRepeat() {
      throw new TypeError('no event of this stream is a repeat')
    },
    message: () => value,
  }
}
