import type { FastifyReply, FastifyRequest } from 'fastify'
import { composeCompletion } from '../upstream/compose-completion.ts'
import { parseDemoRequest } from '../upstream/demo-request.ts'
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
  const completion = composeCompletion(chat, began, deps.compose)
  const raw = begun.head()
  const { pause } = deps
  const response = await writeAnswer({ completion, e2ee, fault, pause, response: raw })
  if (response !== null) begun.end({ chatId: completion.id, model: chat.model, response })
}
