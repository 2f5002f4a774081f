import type { Dispatcher } from 'undici'
import { readLimited } from '#shared/bytes/read-limited.ts'

export interface GottenDocument {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Uint8Array
}

interface GetInput {
  /** For a dispatcher that is of no origin of its own. */
  readonly origin?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** Largest document that is read, 4 MiB. */
const limitBytes = 4 * 1024 * 1024

/**
 * One GET, read to its end.
 * @throws {Error} for a connection that fails, an answer that is too long or takes too long
 */
export async function getDocument(
  dispatcher: Dispatcher,
  { origin, path, headers, timeoutMs }: GetInput,
): Promise<GottenDocument> {
  const response = await dispatcher.request({
    method: 'GET',
    ...(origin === undefined ? {} : { origin }),
    path,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'countersign',
      ...headers,
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  })
  const bytes = await readLimited(response.body as AsyncIterable<Uint8Array>, limitBytes)
  return { status: response.statusCode, headers: response.headers, bytes }
}
