import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageHeaders } from '../http/page-headers.ts'

const folderUrl = '/extension'
const sumsUrl = `${folderUrl}/SHA256SUMS.txt`

/**
 * The packages of the extension, where `npm run zip` has made them, beside the page that tells how to install
 * them. They are read once, so that what is served has the digest that is named.
 * @param folder of the built extension, which need not exist
 * @param version packages of another one are left alone
 */
export function addExtensionPackages(app: FastifyInstance, folder: string, version: string): void {
  const names = ['chrome', 'firefox'].map((browser) => `countersign-${version}-${browser}.zip`)
  const there = existsSync(folder) ? readdirSync(folder) : []
  const packages = names
    .filter((name) => there.includes(name))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const options = { schema: { hide: true }, config: { audience: 'everybody' } } as const
  const own = (reply: FastifyReply) =>
    reply.headers({ ...pageHeaders('this gateway'), 'cache-control': 'no-cache' })

  for (const { name, bytes } of packages) {
    app.get(`${folderUrl}/${name}`, options, (_request, reply) =>
      own(reply)
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(bytes),
    )
  }
  // Empty where none were made: the page asks for it to tell so.
  const sums = packages.map(({ name, bytes }) => `${hash('sha256', bytes, 'hex')}  ${name}\n`)
  app.get(sumsUrl, options, (_request, reply) =>
    own(reply).type('text/plain; charset=utf-8').send(sums.join('')),
  )
}
