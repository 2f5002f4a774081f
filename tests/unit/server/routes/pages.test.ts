import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addPages } from '../../../../server/gateway/routes/pages.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function servePages(files: Readonly<Record<string, string>>) {
  const folder = join(temporaryFolder(), 'web')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const app = fastify({ exposeHeadRoutes: true, routerOptions: { ignoreTrailingSlash: true } })
  await addPages(app, folder)
  return app
}

test('without a build there are no pages, and nothing fails', async () => {
  const app = await servePages({})
  expect((await app.inject('/')).statusCode).toBe(404)
})

test('pages are served at their folder, files at their path, and nothing else', async () => {
  const app = await servePages({
    'index.html': 'home',
    'verify/index.html': 'verify',
    'verify/index.html.br': 'packed',
    'assets/a-1.js': 'script',
    '../secret.txt': 'secret',
  })
  const bodyOf = async (path: string) => {
    const { statusCode, body } = await app.inject(path)
    return statusCode === 200 ? body : statusCode
  }
  expect(await bodyOf('/')).toBe('home')
  expect(await bodyOf('/verify/')).toBe('verify')
  expect(await bodyOf('/verify/?x=1')).toBe('verify')
  expect(await bodyOf('/assets/a-1.js')).toBe('script')
  for (const path of ['/verify/index.html.br', '/../secret.txt', '/..%2fsecret.txt', '/assets']) {
    expect(await bodyOf(path), path).toBe(404)
  }
  const packed = await app.inject({ url: '/verify/', headers: { 'accept-encoding': 'br' } })
  expect([packed.headers['content-encoding'], packed.body]).toEqual(['br', 'packed'])
  const head = await app.inject({ method: 'HEAD', url: '/verify/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('a file with a digest in its name is kept for ever, a page is asked for again', async () => {
  const app = await servePages({ 'index.html': 'home', 'assets/a-1.js': 'script' })
  const cacheOf = async (path: string) => (await app.inject(path)).headers['cache-control']
  expect(await cacheOf('/')).toBe('no-cache')
  expect(await cacheOf('/assets/a-1.js')).toBe('public, max-age=31536000, immutable')
})
