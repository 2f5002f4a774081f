import type { DemoRequest, DemoTool } from './demo-request-schema.ts'

/**
 * The tools that a request makes the demo call: the one it names, one when one is required,
 * otherwise those that the user's text names. Tools called freely are called once: their results
 * end the turn.
 */
export function chooseTools(chat: DemoRequest, asked: string): readonly DemoTool[] {
  const { tools, tool_choice: choice, messages } = chat
  if (!tools || choice === 'none') return []
  if (typeof choice === 'object' && choice !== null) {
    return tools.filter((tool) => tool.function.name === choice.function.name).slice(0, 1)
  }
  const text = asWords(asked)
  const named = tools.filter((tool) => isNamedIn(text, tool.function.name))
  if (choice === 'required') return [...named, ...tools].slice(0, 1)
  if (messages.at(-1)?.role === 'tool') return []
  return chat.parallel_tool_calls === false ? named.slice(0, 1) : named
}

/** `get_weather` is named by "get_weather" and "get weather", not by "get_weather_alerts". */
function isNamedIn(words: string, toolName: string): boolean {
  const name = toolName.toLowerCase()
  return words.includes(` ${name} `) || words.includes(` ${name.replaceAll(/[_-]/g, ' ')} `)
}

function asWords(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ')} `
}
