import { randomUUID } from 'node:crypto'
import { composeReply } from './compose-reply.ts'
import type { DemoRequest } from './demo-request-schema.ts'
import { shapeReply } from './shape-reply.ts'
import type { DemoCompletion } from './write-completion.ts'

/** As many choices as were asked for. @param created Unix seconds @param compose what a choice says */
export function composeCompletion(
  chat: DemoRequest,
  created: number,
  compose = composeReply,
): DemoCompletion {
  return {
    id: `chatcmpl-${randomUUID()}`,
    created,
    chat,
    replies: Array.from({ length: chat.n ?? 1 }, (_, index) =>
      shapeReply(chat, compose(chat, index)),
    ),
  }
}
