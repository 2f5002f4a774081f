import type { AnswerEvents } from './answer-events.ts'

/** How much of an answer is waited for. */
export interface AnswerBounds {
  /** Longest buffered answer. */
  readonly bytes: number
  /** Longest time from the head of an answer to its end, where it is not a stream. */
  readonly ms: number
}

export interface Bounds extends AnswerBounds {
  /** A stream has no bounds here, but its error has. */
  readonly delivery: 'buffered' | 'streamed'
}

/** An error's text is read so far, and for so long: its status says the most. */
const errorBounds: AnswerBounds = { bytes: 64 * 1024, ms: 10_000 }

interface BoundedAnswer {
  readonly events: AnswerEvents
  /** Nothing is told from here on. */
  cancel(): void
}

/**
 * Ends answers that do not end: a silence has its own limit, but one byte now and then is none. What came
 * of an error is told as all of it.
 * @param abort ends the connection
 */
export function boundAnswer(
  events: AnswerEvents,
  bounds: Bounds,
  abort: () => void,
): BoundedAnswer {
  let remaining = Number.POSITIVE_INFINITY
  let isError = false
  let isOver = false
  let timer: NodeJS.Timeout | null = null

  function cancel(): void {
    isOver = true
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  /** Most answers come in one piece with their head: then there is nothing to wait for. */
  function cutAfter(ms: number): void {
    process.nextTick(() => {
      if (!isOver) timer = setTimeout(() => cut('timeout'), ms)
    })
  }

  function cut(kind: 'timeout' | 'too-long'): void {
    cancel()
    abort()
    if (isError) events.end()
    else events.fail({ kind })
  }

  return {
    cancel,
    events: {
      head(status, headers) {
        isError = status !== 200
        if (isError || bounds.delivery === 'buffered') {
          remaining = isError ? errorBounds.bytes : bounds.bytes
          const ms = isError ? Math.min(errorBounds.ms, bounds.ms) : bounds.ms
          cutAfter(ms)
        }
        events.head(status, headers)
      },
      data(chunk) {
        remaining -= chunk.length
        if (remaining >= 0) events.data(chunk)
        else cut('too-long')
      },
      end() {
        cancel()
        events.end()
      },
      fail(failure) {
        cancel()
        events.fail(failure)
      },
    },
  }
}
