import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseDemoRequest } from '../upstream/demo-request.ts'
import { shapeReply } from '../upstream/shape-reply.ts'
import type { DemoCompletion } from '../upstream/write-completion.ts'
import { beginAnswer, type ServeDeps } from './begin-answer.ts'
import { writeAnswer } from './write-answer.ts'

/** One chat request to the simulated enclave. @throws {AciError} */
export async function serveChat(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
): Promise<void> {
  const begun = beginAnswer(request, reply, { ...deps, endpoint: 'chat' })
  if (begun === null) return
  const { began, plain, e2ee, fault } = begun
  const chat = parseDemoRequest(plain)
  const completion: DemoCompletion = {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    created: began,
    chat,
    replies: Array.from({ length: chat.n ?? 1 }, (_, index) =>
      shapeReply(chat, deps.compose(chat, index)),
    ),
  }
  const raw = begun.head()
  const { pause } = deps
  const response = await writeAnswer({ completion, e2ee, fault, pause, response: raw })
  if (response !== null) begun.end({ chatId: completion.id, model: chat.model, response })
}
