import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Pool } from 'undici'

// What the gateway is measured against: Fastify and undici, as their documentation shows, and
// nothing else. It reads no body, keeps no budget and signs nothing.

const upstream = new Pool(process.argv[2] ?? '')
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/v1/chat/completions', async (request, reply) => {
  const body = request.body as Buffer
  const answer = await upstream.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json' },
    body,
  })
  reply.code(answer.statusCode).header('content-type', answer.headers['content-type'])
  if (body.includes('"stream":true')) return reply.send(answer.body)
  return reply.send(Buffer.from(await answer.body.arrayBuffer()))
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(
  `Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`,
)
