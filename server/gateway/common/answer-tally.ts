import type { JsonObject } from '#shared/json/parse-json-object.ts'

export interface TokenCounts {
  readonly prompt: number
  readonly completion: number
}

/** How long one answer is, as far as it came: in tokens where its upstream says so, and by what can be seen of it. */
export interface AnswerTally {
  usage: TokenCounts | null
  /** What stands in for the tokens of an answer whose upstream counts none: events of a stream, or a quarter of the text's length. */
  pieces: number
}

/**
 * What an answer, or an event of one, says of its length in any dialect; what was said before where it says nothing.
 * Events say the whole so far, and only some of them the prompt.
 */
export function readUsage(answer: JsonObject, before: TokenCounts | null): TokenCounts | null {
  const { usage, message, response } = answer as Members
  const said = usage ?? message?.['usage'] ?? response?.['usage']
  if (said === undefined || said === null) return before
  const prompt = count(said['prompt_tokens']) ?? inputOf(said)
  const completion = count(said['completion_tokens']) ?? count(said['output_tokens'])
  if (prompt === null && completion === null) return before
  return {
    prompt: prompt ?? before?.prompt ?? 0,
    completion: completion ?? before?.completion ?? 0,
  }
}

/** Anthropic counts what came from a cache beside the rest. */
function inputOf(usage: Members): number | null {
  const input = count(usage['input_tokens'])
  if (input === null) return null
  const written = count(usage['cache_creation_input_tokens']) ?? 0
  return input + written + (count(usage['cache_read_input_tokens']) ?? 0)
}

/** Whatever a value is, it is asked for its members: what is no object has none of these names. */
interface Members {
  readonly [name: string]: Members | null | undefined
}

/** More than any model reads or writes. */
const mostTokens = 1_000_000_000

function count(value: unknown): number | null {
  const isCount = typeof value === 'number' && Number.isInteger(value)
  return isCount && value >= 0 && value <= mostTokens ? value : null
}
