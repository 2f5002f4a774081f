import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Recording } from '../../server/commands/attest/read-recording.ts'

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
