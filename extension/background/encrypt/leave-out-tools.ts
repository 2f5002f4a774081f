import type { Json } from '#shared/canonical-json.ts'
import { isEmpty } from '#shared/e2ee/in-clear/content-free.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

export interface WithoutTools {
  readonly request: JsonObject
  /** What was taken out, as it stood there. */
  readonly leftOut: JsonObject
}

/** Tools, and what means nothing without them. */
const toolMembers = ['tools', 'tool_choice', 'parallel_tool_calls']

/**
 * The same request without the tools that its page adds by itself. It stays as it is where the conversation would
 * be another one without them: where a message holds a call of a tool, or the result of one, or could; and where
 * the request insists on a call.
 */
export function leaveOutTools(request: JsonObject): WithoutTools {
  const { tools, tool_choice: choice, messages } = request
  const areTold = !isEmpty(tools) || !isEmpty(choice)
  if (!areTold || insists(choice) || !Array.isArray(messages) || !messages.every(isPlain)) {
    return { request, leftOut: {} }
  }
  const [leftOut, kept] = [true, false].map((isTool) =>
    Object.fromEntries(
      Object.entries(request).filter(([name]) => toolMembers.includes(name) === isTool),
    ),
  )
  return { request: kept ?? {}, leftOut: leftOut ?? {} }
}

function insists(choice: Json | undefined): boolean {
  return !isEmpty(choice) && choice !== 'auto' && choice !== 'none'
}

const plainRoles: readonly Json[] = ['system', 'developer', 'user', 'assistant']
const plainParts: readonly Json[] = ['text', 'image_url', 'input_audio', 'file', 'refusal']

/** Whatever is not known to have no tool in it could have one. */
function isPlain(message: Json): boolean {
  if (!isJsonObject(message)) return false
  const { role = null, content = null, tool_calls, function_call, tool_call_id } = message
  return (
    plainRoles.includes(role) &&
    [tool_calls, function_call, tool_call_id].every(isEmpty) &&
    (!Array.isArray(content) || content.every(isPlainPart))
  )
}

function isPlainPart(part: Json): boolean {
  return (
    typeof part === 'string' || (isJsonObject(part) && plainParts.includes(part['type'] ?? null))
  )
}
