import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { Recording } from '../../../server/commands/attest/read-recording.ts'

const chainHeaders = ['tcb-info-issuer-chain', 'sgx-enclave-identity-issuer-chain']

/** Intel, AMD and the makers of code as a recording met them, all at one address. */
export async function startRecordedMakers({ responses }: Recording) {
  const app = fastify({ forceCloseConnections: true })
  app.get('/*', (request, reply) => {
    const { pathname, search } = new URL(request.url, 'http://makers.invalid')
    // A caching service has Intel's list at a path of its own, and names platforms in capitals.
    const path = pathname === '/sgx/certification/v4/rootcacrl' ? '/IntelSGXRootCA.der' : pathname
    const found = responses.find(({ url }) => {
      const recorded = new URL(url)
      const isSame = recorded.pathname === path
      return isSame && (!search.includes('SPL') || recorded.search === search)
    })
    if (found === undefined) return reply.code(404).send()
    for (const name of chainHeaders) {
      const chain = found.header(name)
      if (chain !== '') reply.header(name, encodeURIComponent(chain))
    }
    return reply.send(Buffer.from(found.body))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
}
