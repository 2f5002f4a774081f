import type { Json } from '../canonical-json.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { LeaveOut } from './translation.ts'

/** What another model's server did, and said to itself: a chat has no words for it, and goes on without. */
const foreign: readonly string[] = [
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
]

/** Messages of Anthropic's dialect, so that a session that another model began goes on. */
export function withoutForeignBlocks(messages: readonly Json[], leaveOut: LeaveOut): Json[] {
  return messages.flatMap((message): Json[] => {
    if (!isJsonObject(message) || !Array.isArray(message['content'])) return [message]
    const blocks = message['content'] as readonly Json[]
    const kept = blocks.filter((block) => !isForeign(block, leaveOut))
    if (kept.length === 0 && blocks.length > 0) return []
    return [{ ...message, content: kept.map((block) => withoutCitations(block, leaveOut)) }]
  })
}

function isForeign(block: Json, leaveOut: LeaveOut): boolean {
  if (!isJsonObject(block)) return false
  const { type, signature } = block
  // Thinking of this gateway's own answers has none.
  const isSigned = type === 'thinking' && isGiven(signature) && signature !== ''
  const name = isSigned ? 'thinking' : foreign.find((each) => each === type)
  if (name === undefined) return false
  leaveOut(`messages[].content[].${name}`)
  return true
}

function withoutCitations(block: Json, leaveOut: LeaveOut): Json {
  if (!isJsonObject(block) || block['type'] !== 'text') return block
  const { citations, ...rest } = block
  if (Array.isArray(citations) && citations.length > 0) leaveOut('messages[].content[].citations')
  return rest
}
