import { parseUtf8 } from '#shared/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseTraits } from '#shared/svc/parse-traits.ts'

/** What each trait of a gateway stands for now; null when it cannot be had. */
export async function fetchTraits(base: string): Promise<ReadonlyMap<string, string> | null> {
  const get = async (path: string) => {
    const response = await fetch(`${base}${path}`)
    return parseJsonObject(new Uint8Array(await response.arrayBuffer()), parseUtf8).value
  }
  try {
    const [traits, models] = await Promise.all([get('/v1/models/traits'), get('/v1/models')])
    return parseTraits(traits, models)
  } catch {
    return null
  }
}
