import { parseTraits } from '#shared/svc/parse-traits.ts'
import { getJson } from './get-json.ts'

/** What each trait of a gateway stands for now; null when it cannot be had. */
export async function fetchTraits(base: string): Promise<ReadonlyMap<string, string> | null> {
  try {
    const [traits, models] = await Promise.all([
      getJson(`${base}/v1/models/traits`),
      getJson(`${base}/v1/models`),
    ])
    return parseTraits(traits, models)
  } catch {
    return null
  }
}
