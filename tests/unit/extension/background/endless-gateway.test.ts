import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { lookAtGateway } from '../../../../extension/background/gateway/gateways.ts'
import { listenHere } from '../../../support/listen-here.ts'
import { untilEnd } from '../../../support/until-end.ts'

vi.mock('../../../../extension/settings/stored-settings.ts', () => ({
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
  const { origin } = await untilEnd(listenHere(server))
  await expect(lookAtGateway(origin)).rejects.toThrow(
    `${origin} sent more than the extension reads.`,
  )
  await left.promise
})
