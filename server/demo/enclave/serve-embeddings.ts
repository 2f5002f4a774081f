import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { embed } from '../upstream/embed.ts'
import { demoModel } from '../upstream/write-completion.ts'
import { beginAnswer, type ServeDeps } from './begin-answer.ts'
import { writeWhole } from './write-answer.ts'

/** One request for vectors to the simulated enclave. @throws {AciError} */
export async function serveEmbeddings(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
): Promise<void> {
  const begun = beginAnswer(request, reply, { ...deps, endpoint: 'embeddings' })
  if (begun === null) return
  const { plain, e2ee, fault } = begun
  // A model knows nothing of the demand for a verified host.
  const { provider: _provider, ...asked } = plain
  const vectors = JSON.parse(JSON.stringify(embed(asked, demoModel))) as JsonObject
  const answer = fault === 'members-in-clear' ? { ...vectors, note: 'clear-note' } : vectors
  const response = writeWhole({ answer, e2ee, fault, response: begun.head() })
  const { model } = plain
  if (response === null) return
  begun.end({ chatId: null, model: typeof model === 'string' ? model : '', response })
}
