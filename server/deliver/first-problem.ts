import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

/** The first thing that is wrong with a chat request, in words. */
export interface Problem {
  /** The member at fault, as OpenAI's errors name it: `messages[0].role`. */
  readonly param: string
  readonly expectation: string
}

export const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const
export const shownModes = ['anonymized', 'private', 'tee', 'e2ee'] as const

/** Longest name of a model. */
export const modelLength = 256

/** Nothing behind the first problem is looked at: a body may be made of nothing else. */
export function firstProblem(request: JsonObject): Problem | null {
  return (
    modelProblem(request['model']) ??
    messagesProblem(request['messages']) ??
    streamProblem(request['stream']) ??
    shownModeProblem(request['shown_mode'])
  )
}

function modelProblem(model: Json | undefined): Problem | null {
  if (model === undefined) return missing('model')
  if (typeof model === 'string' && model !== '' && model.length <= modelLength) return null
  return { param: 'model', expectation: `must be a string of 1 to ${modelLength} characters` }
}

function messagesProblem(messages: Json | undefined): Problem | null {
  if (messages === undefined) return missing('messages')
  if (!Array.isArray(messages) || messages.length === 0) {
    return { param: 'messages', expectation: 'must be an array of one or more messages' }
  }
  return firstOf(messages, (message, index) => messageProblem(message, `messages[${index}]`))
}

function messageProblem(message: Json, param: string): Problem | null {
  if (!isJsonObject(message)) return { param, expectation: 'must be an object' }
  const { role, content } = message
  if (role === undefined) return missing(`${param}.role`)
  if (!isOneOf(roles, role)) {
    return { param: `${param}.role`, expectation: `must be one of ${roles.join(', ')}` }
  }
  if (content === undefined || content === null || typeof content === 'string') return null
  if (!Array.isArray(content) || content.length === 0) {
    const expectation = 'must be a string, null, or an array of one or more parts'
    return { param: `${param}.content`, expectation }
  }
  return firstOf(content, (part, index) => partProblem(part, `${param}.content[${index}]`))
}

function partProblem(part: Json, param: string): Problem | null {
  if (!isJsonObject(part)) return { param, expectation: 'must be an object' }
  if (part['type'] === undefined) return missing(`${param}.type`)
  if (typeof part['type'] === 'string') return null
  return { param: `${param}.type`, expectation: 'must be a string' }
}

function streamProblem(stream: Json | undefined): Problem | null {
  if (stream === undefined || stream === null || typeof stream === 'boolean') return null
  return { param: 'stream', expectation: 'must be true, false or null' }
}

function shownModeProblem(mode: Json | undefined): Problem | null {
  if (mode === undefined || isOneOf(shownModes, mode)) return null
  return { param: 'shown_mode', expectation: `must be one of ${shownModes.join(', ')}` }
}

function firstOf(
  items: readonly Json[],
  problemOf: (item: Json, index: number) => Problem | null,
): Problem | null {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index)
    if (problem !== null) return problem
  }
  return null
}

function isOneOf(words: readonly string[], value: Json): boolean {
  return typeof value === 'string' && words.includes(value)
}

function missing(param: string): Problem {
  return { param, expectation: 'is required' }
}
