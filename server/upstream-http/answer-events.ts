/** How a connection ended, `unreachable` before anything was sent; never carries text from the upstream. */
export interface ConnectionFailure {
  readonly kind: 'unreachable' | 'timeout' | 'broken' | 'too-long'
  /** The code of an error of Node, undici or OpenSSL, as in `ECONNREFUSED`, or `NOT_HTTP`. */
  readonly cause?: string
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
