import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Names in which the build wrote a digest of the content: they never change. */
const hashed = /^assets\//

/** No other origin's script, style, font, image or frame; `connect` says whom a page may ask. */
function contentPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const onlyThisGateway = contentPolicy("'self'")
/** The page asks the gateway that its reader names, wherever that is. */
const anyGateway = contentPolicy("'self' https: http://localhost:* http://127.0.0.1:*")

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const

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
    addFile(app, path)
  }
}

function addFile(app: FastifyInstance, path: string): void {
  const url = `/${path.replace(/(?:^|\/)index\.html$/, '')}`
  const headers = {
    ...securityHeaders,
    'content-security-policy': url === '/verify' ? anyGateway : onlyThisGateway,
    'cache-control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(path.startsWith('offline/') ? { 'content-disposition': 'attachment' } : {}),
  }
  app.route({
    method: ['GET', 'HEAD'],
    url,
    schema: { hide: true },
    config: { audience: 'everybody' },
    handler: (_request, reply) => reply.headers(headers).sendFile(path),
  })
}
