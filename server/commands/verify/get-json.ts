import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { readAll } from '#shared/bytes/read-limited.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { boundedBody } from '../../gateway/upstreams/http/bounded-body.ts'

/** How much of a gateway's document is waited for. */
const bounds = { bytes: 4 * 1024 * 1024, ms: 20_000 }

/** @throws {FormatError} JSON_*; another error when it cannot be had */
export async function getJson(url: string): Promise<JsonObject> {
  const response = await fetch(url, { signal: AbortSignal.timeout(bounds.ms) })
  const body = await readAll(boundedBody(response.body ?? new Blob().stream(), bounds))
  return parseJsonObject(body, parseUtf8).value
}
