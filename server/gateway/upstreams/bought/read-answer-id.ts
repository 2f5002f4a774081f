import { eventData } from '#shared/sse/read-event.ts'
import { SseSplitter } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'

/** Finds the `id` of an answer in its bytes, as they come. */
export interface AnswerIdReader {
  read(piece: Uint8Array): void
  /** Null where the answer has none, or more than one byte of it cannot be read. */
  end(): string | null
}

/** Longest event, and longest part of a stream in which the id must stand. */
const eventBytes = 1024 * 1024

export function createAnswerIdReader(delivery: 'buffered' | 'streamed'): AnswerIdReader {
  return delivery === 'buffered' ? readWhole() : readFirstEvent()
}

function readWhole(): AnswerIdReader {
  const pieces: Uint8Array[] = []
  return {
    read: (piece) => void pieces.push(piece),
    end: () => idIn(Buffer.concat(pieces).toString('utf8')),
  }
}

function readFirstEvent(): AnswerIdReader {
  const splitter = new SseSplitter(eventBytes)
  let id: string | null = null
  let isOver = false
  return {
    read(piece) {
      if (isOver) return
      try {
        for (const event of splitter.events(piece)) {
          const data = eventData(event, decodeUtf8)
          if (isOver || data === null) continue
          id = idIn(data)
          isOver = true
        }
      } catch {
        isOver = true
      }
    },
    end: () => id,
  }
}

function idIn(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown }
    return typeof id === 'string' && id !== '' && id.length <= 256 ? id : null
  } catch {
    return null
  }
}
