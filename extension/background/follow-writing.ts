import { parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { eventData } from '#shared/sse/event-data.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import type { FailedCheck } from '#shared/verdict.ts'
import { textOf } from '../text/text-of.ts'
import { failedByGateway } from './failed-by-gateway.ts'

/** A streamed answer as far as it came. */
export interface Writing {
  /** What is there of it, where it is time to tell it. */
  push(text: string): string | null
  readonly text: () => string
  /** The check that it was broken off for, by the gateway's own word. */
  readonly failed: () => FailedCheck | null
}

/** Shortest text that is worth looking for in a page, in characters. */
const shortestText = 24

/**
 * What is there of a streamed answer. Told when it is long enough to be found in a page, and then each
 * time it has doubled: an answer of a thousand pieces is told ten times.
 */
export function followWriting(): Writing {
  const assembler = createMessageAssembler()
  let rest: Uint8Array = new Uint8Array(0)
  let next = shortestText
  let isStream = true
  let failed: FailedCheck | null = null
  return {
    text: () => textOf(assembler.message()),
    failed: () => failed,
    push(text) {
      if (!isStream) return null
      const split = splitSseEvents(rest, utf8ToBytes(text.toWellFormed()))
      rest = split.rest
      try {
        for (const event of split.events) {
          const data = eventData(event)
          if (data === null || !data.startsWith('{')) continue
          const chunk = parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split').value
          failed ??= failedByGateway(chunk)
          assembler.push(chunk)
        }
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        isStream = false
        return null
      }
      if (split.events.length === 0) return null
      const content = assembler.message()?.['content']
      if (typeof content !== 'string' || content.length < next) return null
      next = 2 * content.length
      return content
    },
  }
}
