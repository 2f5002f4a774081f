import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** What of a request E2EE v2 leaves in clear beside sizes, roles and sampling (aci-upstream.md section 3.7). */
export interface ClearFields {
  /** Members that carry tool definitions, calls or their arguments. */
  readonly tools: readonly string[]
  /** Members that would repeat the answer or the prompt in clear: never sent. */
  readonly content: readonly string[]
  /** Members that say something about the content: sent, and named in the verdict. */
  readonly telling: readonly string[]
}

const toolMembers = ['tools', 'tool_choice', 'functions', 'function_call']
const messageToolMembers = ['tool_calls', 'function_call']
const contentMembers = ['logprobs', 'top_logprobs', 'prediction']
const tellingMembers = ['response_format', 'stop', 'metadata', 'logit_bias']

export function clearFields(request: JsonObject): ClearFields {
  const present = (names: readonly string[]) => names.filter((name) => isGiven(request[name]))
  const messages = Array.isArray(request['messages']) ? (request['messages'] as Json[]) : []
  const inMessages = messages.flatMap((message, index) =>
    messageToolMembers
      .filter((name) => isGiven((message as JsonObject | null)?.[name]))
      .map((name) => `messages[${index}].${name}`),
  )
  const names = messages.flatMap((message, index) =>
    typeof (message as JsonObject | null)?.['name'] === 'string' ? [`messages[${index}].name`] : [],
  )
  return {
    tools: [...present(toolMembers), ...inMessages],
    content: present(contentMembers),
    telling: [...present(tellingMembers), ...names],
  }
}

function isGiven(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false) return false
  return !Array.isArray(value) || value.length > 0
}
