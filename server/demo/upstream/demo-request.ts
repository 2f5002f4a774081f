import { Compile } from 'typebox/compile'
import { demoErrors } from '#shared/words/english/demo/demo-errors.ts'
import { chooseTools } from './choose-tools.ts'
import { DemoError } from './demo-error.ts'
import { DemoRequestSchema, type DemoMessage, type DemoRequest } from './demo-request-schema.ts'

const request = Compile(DemoRequestSchema)

/** @throws {DemoError} that names the member at fault */
export function parseDemoRequest(body: unknown): DemoRequest {
  if (!request.Check(body)) {
    const [first] = request.Errors(body)
    const param = toParam(first?.instancePath ?? '')
    const place = param === '' ? demoErrors.body : `'${param}'`
    throw new DemoError(`${place} ${first?.message ?? demoErrors.notValid}.`, 'invalid_value', {
      param,
    })
  }
  const chat = body as DemoRequest
  for (const [index, message] of chat.messages.entries()) refuseIncomplete(message, index)
  const { tool_choice: choice } = chat
  const isForced = choice === 'required' || typeof choice === 'object'
  if (isForced && choice !== null && chooseTools(chat, '').length === 0) {
    throw new DemoError(demoErrors.toolChoice, 'invalid_value', {
      param: 'tool_choice',
    })
  }
  return chat
}

function refuseIncomplete({ role, content, tool_call_id }: DemoMessage, index: number): void {
  const missing = (member: string) =>
    new DemoError(demoErrors.roleNeeds(role, member), 'missing_required_parameter', {
      param: `messages[${index}].${member}`,
    })
  if (role === 'tool' && tool_call_id === undefined) throw missing('tool_call_id')
  if (role !== 'assistant' && (content === undefined || content === null)) throw missing('content')
}

/** JSON pointer → `messages[0].role`. */
function toParam(pointer: string): string {
  return pointer
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '')
    .slice(0, 200)
}

/** A message's text: its string, or its text parts joined. */
export function textOf({ content }: DemoMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap(({ text }) => text ?? []).join(' ')
}
