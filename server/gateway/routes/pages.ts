import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from '../http/page-headers.ts'
import { docsFrameName } from '../http/openapi/docs-page.ts'
import { missingPageName } from '../http/missing-page.ts'

/** Names in which the build wrote a digest of the content: they never change. */
const hashed = /^assets\//

/**
 * The built web pages. Only the files that are there at the start are served, each at its own path;
 * without a build there are no pages.
 */
export async function addPages(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.(?:br|gz)$/.test(file.name)) continue
    const path = join(file.parentPath, file.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/')
    if (path !== missingPageName && path !== docsFrameName) addFile(app, path)
  }
}

function addFile(app: FastifyInstance, path: string): void {
  const folder = /^(?:(.*)\/)?index\.html$/.exec(path)
  const url = folder === null ? `/${path}` : `/${folder[1] ?? ''}`
  const headers = {
    ...pageHeaders(path === 'verify/index.html' ? 'any gateway' : 'this gateway'),
    'cache-control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(path.startsWith('offline/') ? { 'content-disposition': 'attachment' } : {}),
  }
  const config = { audience: 'everybody' } as const
  app.get(url, { schema: { hide: true }, config }, (request, reply) => {
    reply.headers(headers)
    const [asked = '', query] = request.url.split('?')
    if (folder === null || asked.endsWith('/')) return reply.sendFile(path)
    // What a page links to is named from its own folder, wherever that is.
    const place = `${asked.slice(asked.lastIndexOf('/') + 1)}/`
    return reply.redirect(query === undefined ? place : `${place}?${query}`, 308)
  })
}
