import type { Json } from '#shared/canonical-json.ts'
import type { StreamedAnswer } from '#shared/dialects/api-dialect.ts'
import { hasOwnObfuscation } from '#shared/svc/obfuscation.ts'
import { streamIncomplete, svcOfItsOwn, upstreamBrokeOff } from './stream-errors.ts'
import { readUsage, type AnswerTally } from '../../common/answer-tally.ts'
import type { StreamReading } from './stream-reading.ts'

/** Reads a stream of another dialect than chat, each event strictly. */
export function createDialectReading(answer: StreamedAnswer, tally: AnswerTally): StreamReading {
  let hasBegun = false
  const reading = {
    message: null as Json,
    hasOwnObfuscation: false,
    read(event: Uint8Array, isEnded: boolean): boolean {
      const part = isEnded ? answer.read(event) : answer.readUnended(event)
      switch (part.kind) {
        case 'nothing':
          return false
        case 'done':
          if (reading.message === null) throw streamIncomplete()
          return false
        case 'error':
          throw upstreamBrokeOff(part.data, !hasBegun)
        case 'part':
          hasBegun = true
          if (part.svc !== undefined) throw svcOfItsOwn()
          tally.pieces += 1
          tally.usage = readUsage(part.data, tally.usage)
          reading.hasOwnObfuscation ||= hasOwnObfuscation(part.data)
          if (part.isLast) reading.message = answer.value()
          return part.isLast
      }
    },
    skipRepeats: (_bytes: Uint8Array, from: number) => from,
  }
  return reading
}
