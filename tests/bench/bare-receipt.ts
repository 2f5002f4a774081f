import { hash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Pool } from 'undici'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { commit } from '#shared/commitment/commit.ts'
import type { Sha256 } from '#shared/digest.ts'
import { issueReceipt } from '#shared/receipt/issue-receipt.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import { createSaltSource } from '../../server/gateway/signer/salt-source.ts'
import { createSigningKey } from '../../server/gateway/signer/signing-key.ts'

// The pass-through with a receipt in each answer, done the plain way, and nothing else. It knows no caller,
// checks nothing, counts nothing and reads with JSON.parse.

const upstream = new Pool(process.argv[2] ?? '')
const { sign, address } = await createSigningKey(randomBytes(32))
const newSalt = createSaltSource()
const sha256 = hash.bind(null, 'sha256') as Sha256
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

/** Commits to a part of what was asked or answered. */
function committed(value: Json) {
  const salt = newSalt()
  return { salt, digest: commit(canonicalJson(value), salt, sha256) }
}

app.post('/v1/chat/completions', async (request, reply) => {
  const asked = JSON.parse(String(request.body)) as { readonly messages: Json }
  const prompt = committed(asked.messages)
  const answer = await upstream.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, model: 'stub' }),
  })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  const { choices } = JSON.parse(bytes.toString()) as { choices: readonly { message: Json }[] }
  const response = committed(choices[0]?.message ?? null)
  const { receiptText } = issueReceipt(
    {
      v: 1,
      issuedAt: new Date().toISOString(),
      model: 'bench',
      mode: 'private',
      promptCommit: prompt.digest,
      responseCommit: response.digest,
    },
    { sha256, sign, address },
  )
  const salts = JSON.stringify({ prompt: prompt.salt, response: response.salt })
  reply.code(answer.statusCode).header('content-type', answer.headers['content-type'])
  return reply.send(
    spliceSvcIntoJson(bytes, `{"receipt":${receiptText},"commitment_salts":${salts}}`),
  )
})

await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(
  `Listening on http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`,
)
