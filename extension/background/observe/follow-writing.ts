import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { FormatError } from '#shared/errors.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import type { FailedCheck } from '#shared/verdict.ts'
import { messageText } from '../../text/message-text.ts'
import { failedByGateway } from '../gateway/failed-by-gateway.ts'

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
  const reader = createChunkReader({ asked: null })
  const splitter = createSseSplitter(eventLimitBytes)
  let next = shortestText
  let isStream = true
  let failed: FailedCheck | null = null
  return {
    text: () => messageText(assembler.message()),
    failed: () => failed,
    push(text) {
      if (!isStream) return null
      let hasGrown = false
      try {
        splitter.push(utf8ToBytes(text.toWellFormed()), (event) => {
          hasGrown = true
          const part = reader.read(event)
          if (part.kind === 'error') failed ??= failedByGateway(part.chunk)
          if (part.kind === 'chunk') assembler.push(part.chunk)
        })
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
        isStream = false
        return null
      }
      if (!hasGrown) return null
      const content = assembler.message()?.['content']
      if (typeof content !== 'string' || content.length < next) return null
      next = 2 * content.length
      return content
    },
  }
}
