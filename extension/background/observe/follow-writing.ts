import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { StreamedAnswer } from '#shared/dialects/api-dialect.ts'
import { dialectOfEvent } from '#shared/dialects/dialect-of-event.ts'
import { readOr } from '#shared/read-or.ts'
import { SseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import type { FailedCheck } from '#shared/verdict.ts'
import { failedByGateway } from '../gateway/failed-by-gateway.ts'

/** A streamed answer as far as it came. */
export interface Writing {
  /** What is there of it, where it is time to tell it. */
  push(text: string): string | null
  readonly text: () => string
  /** The failed check for which the gateway broke the answer off, as the gateway says. */
  readonly failed: () => FailedCheck | null
}

/** Shortest text that is worth looking for in a page, in characters. */
const shortestText = 24

/**
 * What is there of a streamed answer. Told when it is long enough to be found in a page, and then each
 * time it has doubled: an answer of a thousand pieces is told ten times.
 */
export function followWriting(): Writing {
  let answer: StreamedAnswer | null = null
  const splitter = new SseSplitter(eventLimitBytes)
  let next = shortestText
  let isStream = true
  let failed: FailedCheck | null = null

  /** @returns whether there may be more of it than before; null for what is no stream */
  function read(text: string): boolean | null {
    return readOr(null, () => {
      let hasGrown = false
      for (const event of splitter.events(utf8ToBytes(text.toWellFormed()))) {
        answer ??= dialectOfEvent(event)?.stream.read(null) ?? null
        const part = answer?.read(event)
        hasGrown = answer !== null
        if (part?.kind === 'error') failed ??= failedByGateway(part.data)
      }
      return hasGrown
    })
  }

  return {
    text: () => answer?.text() ?? '',
    failed: () => failed,
    push(text) {
      const hasGrown = isStream ? read(text) : null
      isStream = hasGrown !== null
      const content = hasGrown ? (answer?.text() ?? '') : ''
      if (content.length < next) return null
      next = 2 * content.length
      return content
    },
  }
}
