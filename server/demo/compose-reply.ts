import { textOf, type DemoMessage, type DemoRequest, type DemoTool } from './demo-request.ts'
import { fillSchema } from './fill-schema.ts'

/** What one choice says, before it is cut to length and put on the wire. */
export interface DemoReply {
  readonly reasoning: string | null
  readonly content: string | null
  readonly toolCall: { readonly name: string; readonly arguments: string } | null
}

/** Answers anything, always the same way. It is a program of a few rules, and says so. */
export function composeReply(request: DemoRequest): DemoReply {
  const asked = lastText(request.messages)
  const tool = toolToCall(request, asked)
  if (tool) {
    const input = fillSchema(tool.function.parameters ?? {}, asked.slice(0, 200))
    return {
      reasoning: null,
      content: null,
      toolCall: { name: tool.function.name, arguments: JSON.stringify(input) },
    }
  }
  const reasoning = request.reasoning_effort
    ? 'The question is matched against a few rules, and the first that fits answers.'
    : null
  return { reasoning, content: asJson(request, asked) ?? reply(request, asked), toolCall: null }
}

function lastText(messages: readonly DemoMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1)
  return last ? textOf(last).trim() : ''
}

function toolToCall({ tools, tool_choice, messages }: DemoRequest, asked: string): DemoTool | null {
  if (!tools || tool_choice === 'none' || messages.at(-1)?.role === 'tool') return null
  const named = (tool_choice as { function?: { name?: unknown } } | null | undefined)?.function
    ?.name
  if (typeof named === 'string') return tools.find((tool) => tool.function.name === named) ?? null
  if (tool_choice === 'required') return tools[0] ?? null
  return tools.find((tool) => asked.includes(tool.function.name)) ?? null
}

function asJson({ response_format }: DemoRequest, asked: string): string | null {
  if (response_format?.type === 'json_object') return JSON.stringify({ answer: 'demo', asked })
  if (response_format?.type !== 'json_schema') return null
  const wrapped = response_format.json_schema as { schema?: unknown } | undefined
  return JSON.stringify(fillSchema(wrapped?.schema ?? {}, 'demo'))
}

const aboutItself =
  'I am the built-in demo model of Countersign: a small program, not a language model.'

function reply({ messages }: DemoRequest, asked: string): string {
  const last = messages.at(-1)
  if (last?.role === 'tool') return `The tool answered: ${textOf(last)}`
  const sum = arithmetic(asked)
  if (sum !== null) return `${sum}. ${aboutItself}`
  if (/\b(receipt|svc|prove|proof|countersign)\b/i.test(asked)) {
    return `A receipt says which answer was delivered to which messages, and in which privacy mode. It is signed, and you can check it without asking anybody. ${aboutItself}`
  }
  if (/^(hi|hello|hey|good (morning|evening))\b/i.test(asked)) {
    return `Hello! ${aboutItself} Ask me anything, and look at the receipt that comes with the answer.`
  }
  const images = countImages(messages)
  const seen = images === 0 ? '' : ` You sent ${images} image${images === 1 ? '' : 's'}.`
  const quoted = asked === '' ? 'You sent no text.' : `You asked: “${asked.slice(0, 400)}”.`
  return `${aboutItself} ${quoted}${seen} A real upstream would answer that; connect one in gateway.config.json.`
}

function countImages(messages: readonly DemoMessage[]): number {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  return parts.filter(({ type }) => type === 'image_url').length
}

/** `12 * 3`, `2+2`: two whole numbers and an operator, anywhere in the text. */
function arithmetic(asked: string): string | null {
  const found = /(-?\d{1,9})\s*([-+*/×x])\s*(-?\d{1,9})/.exec(asked)
  if (!found) return null
  const [, left, operator, right] = found
  const a = Number(left)
  const b = Number(right)
  switch (operator) {
    case '+':
      return `${a} + ${b} = ${a + b}`
    case '-':
      return `${a} - ${b} = ${a - b}`
    case '/':
      return b === 0 ? `${a} / 0 has no answer` : `${a} / ${b} = ${a / b}`
    default:
      return `${a} × ${b} = ${a * b}`
  }
}
