import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { lookAtGateway } from '../../../extension/background/gateway/gateways.ts'

vi.mock('../../../extension/settings/stored-settings.ts', () => ({
  readSettings: () => Promise.reject(new Error('nothing is read of the settings')),
}))

/** Spaces before a JSON that never begins, as fast as they are taken. */
async function writeForEver(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(64 * 1024, ' ')
  const closed = once(response, 'close')
  while (!response.destroyed) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed])
  }
}

test('a gateway that answers without end is left in the middle of it, and said to be one', async () => {
  const left = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    response.once('close', left.resolve)
    void writeForEver(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(lookAtGateway(origin)).rejects.toThrow(
    `${origin} sent more than the extension reads.`,
  )
  await left.promise
  server.close()
})
