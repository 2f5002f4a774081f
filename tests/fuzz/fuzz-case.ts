/** One request, made from a seed and a number alone. */
export interface FuzzCase {
  /** Which maker made it, for the report. */
  readonly kind: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /**
   * `client`: sent by an HTTP client over a connection that is kept. `raw`: `body` is all that is
   * written, head included. `cut`: the same, and then the caller goes away.
   */
  readonly transport: 'client' | 'raw' | 'cut'
  /** Whether a key of the fuzzed gateway is sent with it. */
  readonly withKey: boolean
  /** Whether the upstream answers as it should, or as the case has it. */
  readonly upstream: 'good' | 'hostile'
}

export const chatPath = '/v1/chat/completions'

export function chatCase(
  kind: string,
  body: Buffer | string,
  more: Partial<FuzzCase> = {},
): FuzzCase {
  return {
    kind,
    path: chatPath,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body as string),
    transport: 'client',
    withKey: false,
    upstream: 'good',
    ...more,
  }
}
