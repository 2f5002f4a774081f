import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { getBytes } from './get-bytes.ts'

/** @throws {FormatError} JSON_*; another error when it cannot be had */
export async function getJson(url: string): Promise<JsonObject> {
  return parseJsonObject(await getBytes(url)).value
}
