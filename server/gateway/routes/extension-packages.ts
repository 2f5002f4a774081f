import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageHeaders } from '../http/page-headers.ts'
import { isBeingBuilt } from '../../packages/being-built.ts'
import { readPackages, type Package } from '../../packages/read-packages.ts'

const folderUrl = '/extension'
const sumsUrl = `${folderUrl}/SHA256SUMS.txt`
const askAgainSeconds = '2'

/**
 * The packages of the extension, beside the page that tells how to install them. They are read once, so that what is
 * served has the digest that is named; while they are built, both say so.
 * @param folder of the built extension, which need not exist
 * @param version packages of another one are left alone
 */
export function addExtensionPackages(app: FastifyInstance, folder: string, version: string): void {
  let read: readonly Package[] | null = null
  const options = { schema: { hide: true }, config: { audience: 'everybody' } } as const

  /** Answers by itself while there is nothing to answer from. */
  function packagesFor(reply: FastifyReply): readonly Package[] | null {
    reply.headers({ ...pageHeaders('this gateway'), 'cache-control': 'no-cache' })
    if (isBeingBuilt(folder)) {
      reply.code(503).header('retry-after', askAgainSeconds).type('text/plain; charset=utf-8')
      reply.send(gatewayErrors.buildingPackages)
      return null
    }
    read ??= readPackages(folder, version)
    return read
  }

  app.get<{ Params: { name: string } }>(`${folderUrl}/:name.zip`, options, (request, reply) => {
    const packages = packagesFor(reply)
    if (packages === null) return reply
    const found = packages.find(({ name }) => name === `${request.params.name}.zip`)
    if (found === undefined) return reply.callNotFound()
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${found.name}"`)
      .send(found.bytes)
  })
  // Empty where none were made: the page asks for it to tell so.
  app.get(sumsUrl, options, (_request, reply) => {
    const packages = packagesFor(reply)
    if (packages === null) return reply
    const sums = packages.map(({ name, digest }) => `${digest}  ${name}\n`)
    return reply.type('text/plain; charset=utf-8').send(sums.join(''))
  })
}
