import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
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

export function newTally(): AnswerTally {
  return { usage: null, pieces: 0 }
}

/**
 * What an answer, or an event of one, says of its length in any dialect; what was said before where it says nothing.
 * Events say the whole so far, and only some of them the prompt.
 */
export function readUsage(answer: JsonObject, before: TokenCounts | null): TokenCounts | null {
  const { usage, message, response } = answer
  const said = usage ?? memberOf(message, 'usage') ?? memberOf(response, 'usage')
  if (said === undefined || !isJsonObject(said)) return before
  const prompt = count(said['prompt_tokens']) ?? inputOf(said)
  const completion = count(said['completion_tokens']) ?? count(said['output_tokens'])
  if (prompt === null && completion === null) return before
  return {
    prompt: prompt ?? before?.prompt ?? 0,
    completion: completion ?? before?.completion ?? 0,
  }
}

/** Anthropic counts what came from a cache beside the rest. */
function inputOf(usage: JsonObject): number | null {
  const input = count(usage['input_tokens'])
  if (input === null) return null
  const written = count(usage['cache_creation_input_tokens']) ?? 0
  return input + written + (count(usage['cache_read_input_tokens']) ?? 0)
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return value !== undefined && isJsonObject(value) ? value[name] : undefined
}

/** More than any model reads or writes. */
const mostTokens = 1_000_000_000

function count(value: Json | undefined): number | null {
  const isCount = typeof value === 'number' && Number.isInteger(value)
  return isCount && value >= 0 && value <= mostTokens ? value : null
}

interface Asked {
  /** Length of the request in bytes. */
  readonly bytes: number
  /** Of the model, in tokens; null where nobody says. */
  readonly contextLength: number | null
}

/** What an answer counts for: as its upstream says, and else a token for each piece, and for four bytes of the request. */
export function tokensOf({ usage, pieces }: AnswerTally, asked: Asked) {
  if (usage !== null) return { ...usage, by: 'usage' as const }
  const prompt = Math.min(Math.ceil(asked.bytes / 4), asked.contextLength ?? defaultContext)
  return { prompt, completion: pieces, by: 'estimate' as const }
}

/** An image in a request is long, and counts for much less than its bytes. */
const defaultContext = 131_072
