import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { writeChunk } from '../../../../server/gateway/http/write-stream.ts'

test('a piece of no bytes does not end the body, and pieces of any length arrive as they are', async () => {
  const pieces = ['a', '', 'é'.repeat(5_000), '', '0\r\n\r\n', 'end'].map((text) =>
    Buffer.from(text),
  )
  const server = createServer((_request, response) => {
    response.writeHead(200).flushHeaders()
    for (const piece of pieces) writeChunk(response, piece)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(pieces))
  server.close()
})
