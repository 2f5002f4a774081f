import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { writeChunk } from '../../../../server/gateway/http/write-stream.ts'
import { listenHere } from '../../../support/listen-here.ts'
import { untilEnd } from '../../../support/until-end.ts'

test('a piece of no bytes does not end the body, and pieces of any length arrive as they are', async () => {
  const pieces = ['a', '', 'é'.repeat(5_000), '', '0\r\n\r\n', 'end'].map((text) =>
    Buffer.from(text),
  )
  const server = createServer((_request, response) => {
    response.writeHead(200).flushHeaders()
    for (const piece of pieces) writeChunk(response, piece)
    response.end()
  })
  const { origin } = await untilEnd(listenHere(server))
  const answer = await fetch(origin)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(pieces))
})
