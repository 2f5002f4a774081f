import type { FastifyInstance } from 'fastify'

/** Takes the path away below which a proxy serves the gateway; a path without it is left as it is. */
export function withoutBasePath(url: string, basePath: string): string {
  return basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url
}

/** The path itself leads to the folder, from which the page names what it links to. */
export function addBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return
  const folder = `${basePath.slice(basePath.lastIndexOf('/') + 1)}/`
  const config = { audience: 'everybody' } as const
  app.get(basePath, { schema: { hide: true }, config }, (_request, reply) =>
    reply.redirect(folder, 308),
  )
}
