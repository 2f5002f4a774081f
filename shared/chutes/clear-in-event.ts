import type { JsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** What holds frames, or a key for them, or says that the instance failed. */
const known = ['e2e_init', 'e2e', 'e2e_error'] as const

/**
 * Names of what an event of a stream says in clear. Tokens are counted in clear, for the bill: these alone are nobody's words.
 * @param event its data
 */
export function clearInEvent(event: JsonObject): readonly string[] {
  const names = Object.keys(event)
  const [only, ...more] = names
  const isKnown = more.length === 0 && known.some((name) => name === only)
  const isCount = 'usage' in event && !('choices' in event)
  return isKnown || isCount ? [] : names.length === 0 ? [encryptionProblems.anEvent] : names
}
