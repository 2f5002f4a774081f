import { parseDemoRequest, textOf } from './demo-request.ts'
import { readMessagesRequest } from './read-messages.ts'
import { splitWords } from './shape-reply.ts'

/** As the demo counts them in `usage`: words. @throws {DemoError} */
export function countTokens(body: unknown): { readonly input_tokens: number } {
  const { messages } = parseDemoRequest(readMessagesRequest({ ...(body as object), max_tokens: 1 }))
  return {
    input_tokens: messages.reduce((sum, message) => sum + splitWords(textOf(message)).length, 0),
  }
}
