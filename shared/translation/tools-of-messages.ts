import type { Json } from '../canonical-json.ts'
import { isGiven } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { below, cannotTranslate, listAt, objectAt, onlyMembers, textAt } from './read-members.ts'

/** How a tool is kept, shown or streamed. */
const hints = ['cache_control', 'eager_input_streaming', 'input_examples', 'defer_loading']

/** Tools of Anthropic's dialect, and which of them is to be called. @throws {UnsupportedMember} */
export function toolsOfMessages({ tools, tool_choice: choice }: JsonObject): JsonObject {
  const list = listAt(tools, 'tools').map((value, index) => {
    const path = `tools[${index}]`
    const tool = objectAt(value, path)
    const { type, name, description, input_schema: parameters, strict } = tool
    if (isGiven(type) && type !== 'custom') cannotTranslate(below(path, 'type'))
    const said = ['type', 'name', 'description', 'input_schema', 'strict']
    onlyMembers(tool, [...said, ...hints], path)
    return {
      type: 'function',
      function: {
        name: textAt(name, below(path, 'name')),
        ...(isGiven(description) && { description }),
        ...(isGiven(parameters) && { parameters }),
        ...(isGiven(strict) && { strict }),
      },
    }
  })
  return { ...(list.length > 0 && { tools: list }), ...choiceOf(choice) }
}

const choices: Readonly<Record<string, string>> = { auto: 'auto', any: 'required', none: 'none' }

function choiceOf(value: Json | undefined): JsonObject {
  if (!isGiven(value)) return {}
  const choice = objectAt(value, 'tool_choice')
  onlyMembers(choice, ['type', 'name', 'disable_parallel_tool_use'], 'tool_choice')
  const { type, name } = choice
  const word = typeof type === 'string' ? choices[type] : undefined
  return {
    tool_choice:
      type === 'tool'
        ? { type: 'function', function: { name: textAt(name, 'tool_choice.name') } }
        : (word ?? cannotTranslate('tool_choice.type')),
    ...(choice['disable_parallel_tool_use'] === true && { parallel_tool_calls: false }),
  }
}
