import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { EndedAnswer } from '../ended-answer.ts'

/** One request of this run, as far as its user is told of it: nothing of its content. */
export interface LoggedRequest {
  /** From 1 on. */
  readonly number: number
  readonly at: Date
  readonly outcome:
    | { readonly kind: 'ended'; readonly answer: EndedAnswer }
    | { readonly kind: 'left'; readonly model: string }
    | {
        readonly kind: 'refused'
        readonly refusal: ExchangeRefused
        readonly model: string | null
      }
}

/** The requests of this run, in memory alone. */
export interface RequestLog {
  /** Names this run: a page of an earlier one is told so. */
  readonly run: string
  add(outcome: LoggedRequest['outcome']): void
  /** Oldest first; of many only the last ones. */
  all(): readonly LoggedRequest[]
  /** Told each request from now on. @returns what ends it */
  follow(listener: (logged: LoggedRequest) => void): () => void
}

const mostKept = 500

export function createRequestLog(run: string, now: () => Date): RequestLog {
  const kept: LoggedRequest[] = []
  const listeners = new Set<(logged: LoggedRequest) => void>()
  let count = 0
  return {
    run,
    add(outcome) {
      count += 1
      const logged = { number: count, at: now(), outcome }
      kept.push(logged)
      if (kept.length > mostKept) kept.shift()
      for (const listener of listeners) listener(logged)
    },
    all: () => [...kept],
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
