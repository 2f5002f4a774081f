/** How a connection ended; never carries text from the upstream. */
export interface ConnectionFailure {
  readonly kind: 'unreachable' | 'timeout' | 'broken' | 'too-long'
  /** What broke was a kept connection, before a byte of the answer came. */
  readonly wasKept?: true
}

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Receives one HTTP answer; after abort, nothing. */
export interface AnswerEvents {
  head(status: number, headers: AnswerHeaders): void
  data(chunk: Uint8Array): void
  end(): void
  fail(failure: ConnectionFailure): void
}
