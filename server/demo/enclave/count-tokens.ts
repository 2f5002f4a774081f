import type { JsonObject } from '#shared/json/parse-json-object.ts'

/** How many tokens the simulated model takes a request of messages to have: one for each word of the prompt's JSON. */
export function countTokens({ messages = null, system = null }: JsonObject): JsonObject {
  const words = JSON.stringify([system, messages]).match(/[\p{L}\p{N}]+/gu)
  return { input_tokens: words?.length ?? 0 }
}
