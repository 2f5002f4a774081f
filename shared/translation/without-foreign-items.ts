import type { Json } from '../canonical-json.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { LeaveOut } from './translation.ts'

/** What another model's server did: a chat has no words for it, and goes on without. */
const foreign: readonly string[] = [
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_call',
  'mcp_approval_request',
  'mcp_approval_response',
  'compaction',
]

/** Items of a request for a response, so that a session that another model began goes on. */
export function withoutForeignItems(items: readonly Json[], leaveOut: LeaveOut): Json[] {
  return items.flatMap((item): Json[] => {
    if (!isJsonObject(item)) return [item]
    const { type, encrypted_content: secret, ...rest } = item
    const name = foreign.find((each) => each === type)
    if (name !== undefined) {
      leaveOut(`input[].${name}`)
      return []
    }
    if (type !== 'reasoning' || !isGiven(secret)) return [item]
    leaveOut('input[].encrypted_content')
    return [{ type: 'reasoning', ...rest }]
  })
}
