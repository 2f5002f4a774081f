import { anthropicErrorType } from '../api-error.ts'
import type { DialectId } from './api-dialect.ts'

/** An error in OpenAI's shape, as JSON text, and its status. */
interface ErrorInShape {
  readonly body: string
  readonly statusCode: number
}

/** An error as clients of a dialect read it: OpenAI's shape, or Anthropic's with the same members in it. */
export function errorBody(error: ErrorInShape, dialect: DialectId = 'chat'): string {
  if (dialect !== 'messages') return error.body
  const { error: members } = JSON.parse(error.body) as { readonly error: object }
  return JSON.stringify({
    type: 'error',
    error: { ...members, type: anthropicErrorType(error.statusCode) },
  })
}

/** The last event of a stream that broke off. */
export function errorEvent(error: ErrorInShape, dialect: DialectId = 'chat'): string {
  if (dialect === 'chat' || dialect === 'embeddings') return `data: ${error.body}\n\n`
  const data = dialect === 'messages' ? errorBody(error, dialect) : responseError(error)
  return `event: error\ndata: ${data}\n\n`
}

/** OpenAI's event, whose members stand in the event itself; its clients look for `error` all the same. */
function responseError({ body }: ErrorInShape): string {
  const { error } = JSON.parse(body) as { readonly error: Readonly<Record<string, unknown>> }
  const { code, message, param } = error
  return JSON.stringify({ type: 'error', code, message, param, error })
}
