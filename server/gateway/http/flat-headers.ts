import type { FastifyReply } from 'fastify'

/** Names and values in turn, which Node writes as they are. */
export function flatHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat()
}

/** What is said of a body that is JSON as a whole. */
export function jsonHeaders(body: Uint8Array): readonly string[] {
  const type = 'application/json; charset=utf-8'
  return ['content-type', type, 'content-length', String(body.length)]
}

/**
 * From here on the response is written as it is, and Fastify has no part in it.
 * @returns what every response says, names and values in turn
 */
export function takeOver(reply: FastifyReply): readonly string[] {
  reply.hijack()
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
