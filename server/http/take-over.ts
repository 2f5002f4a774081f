import type { FastifyReply } from 'fastify'

/**
 * From here on the response is written as it is, and Fastify has no part in it.
 * @returns what every response says, names and values in turn
 */
export function takeOver(reply: FastifyReply): readonly string[] {
  reply.hijack()
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
