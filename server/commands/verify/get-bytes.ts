import { readAll } from '#shared/bytes/read-limited.ts'
import { boundedBody } from '../../gateway/upstreams/http/bounded-body.ts'

/** How much of a gateway's document is waited for. */
const bounds = { bytes: 4 * 1024 * 1024, ms: 20_000 }

/** What a gateway serves, whatever its status. @throws an error when it cannot be had */
export async function getBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(bounds.ms) })
  return readAll(boundedBody(response.body ?? new Blob().stream(), bounds))
}
