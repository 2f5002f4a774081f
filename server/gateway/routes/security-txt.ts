import type { FastifyInstance } from 'fastify'

/** Less than the year that RFC 9116 allows: a file that nobody answers for any longer ends soon. */
const validDays = 180
const dayMs = 86_400_000

/**
 * `/.well-known/security.txt` (RFC 9116). Without a contact there is none: the file must name one, and only the
 * operator knows it.
 */
export function addSecurityTxt(
  app: FastifyInstance,
  contacts: readonly string[],
  unixMs: () => number,
): void {
  if (contacts.length === 0) return
  const options = { schema: { hide: true }, config: { audience: 'everybody' } } as const
  app.get('/.well-known/security.txt', options, (_request, reply) => {
    const expires = new Date(unixMs() + validDays * dayMs).toISOString().slice(0, 10)
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: en',
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
