import { createServer } from 'node:http'
import type { Recording } from '../../../server/commands/attest/read-recording.ts'
import { listenHere } from '../listen-here.ts'
import { untilEnd } from '../until-end.ts'

/** A provider, and Intel's service, as they answered whoever recorded them. */
export async function replayRecording({ responses }: Recording): Promise<string> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(
      '/sgx/certification/v4/rootcacrl',
      'IntelSGXRootCA.der',
    )
    const [name = '', query = ''] = path.replace(/^\/v1\//, '/').split('?')
    const all = responses.filter(({ url }) => url.split('?')[0]?.endsWith(name))
    // Intel says something of each kind of platform.
    const found = all.find(({ url }) => url.toUpperCase().endsWith(query.toUpperCase())) ?? all[0]
    if (found === undefined) return response.writeHead(404).end()
    for (const header of ['tcb-info-issuer-chain', 'sgx-enclave-identity-issuer-chain']) {
      const chain = found.header(header)
      if (chain !== '') response.setHeader(header, encodeURIComponent(chain))
    }
    return response.end(found.body)
  })
  const { origin } = await untilEnd(listenHere(server))
  return origin
}
