import { commit, salts, labels, bodyOf, receiptOf, limits, write } from './sign-vectors.ts'

// node tests/vectors/make-dialect-vectors.ts
// Exchanges of the dialects beside chat, made as those of make-vectors.ts.

interface Exchange {
  readonly committed: 'embeddings' | 'messages' | 'responses'
  readonly prompt: unknown
  readonly response: unknown
}

/** `svc` of an exchange of another dialect, in private mode. */
async function svcOfExchange({ committed, prompt, response }: Exchange) {
  const receipt = await receiptOf({
    ...bodyOf('private'),
    promptCommit: commit(salts.prompt, prompt),
    responseCommit: commit(salts.response, response),
  })
  return {
    privacy_mode: 'private',
    privacy_label: labels.private,
    content_policy: 'standard',
    receipt_digest: receipt.digest,
    receipt,
    commitment_salts: salts,
    committed,
  }
}

const toEmbed = { model: 'svc-embed', input: ['first', 'second'] }
const vectors = [
  { object: 'embedding', index: 0, embedding: [0.6, -0.8] },
  { object: 'embedding', index: 1, embedding: 'AACAPwAAAAA=' },
]
const vectorsSvc = await svcOfExchange({
  committed: 'embeddings',
  prompt: { input: toEmbed.input },
  response: vectors,
})
const vectorsAnswer = { object: 'list', data: vectors, model: 'm', usage: { prompt_tokens: 2, total_tokens: 2 }, svc: vectorsSvc }

write('dialects.countersign.json', {
  about:
    'Exchanges of the dialects beside chat: the request, and the answer as a file with `svc` in it, an object or the text of a stream. The state that is shown for both together; `no-receipt` where the file is refused before anything is judged.',
  limits,
  cases: [
    { name: 'vectors', request: toEmbed, file: vectorsAnswer, failed: [], state: 'promise' },
    { name: 'vectors, whatever svc says they are', request: toEmbed, file: { ...vectorsAnswer, svc: { ...vectorsSvc, committed: 'messages' } }, failed: [], state: 'promise' },
    { name: 'vectors, one of them another', request: toEmbed, file: { ...vectorsAnswer, data: [vectors[0], { ...vectors[1], embedding: 'AACAvwAAAAA=' }] }, failed: ['commitment.response'], state: 'failed' },
    { name: 'vectors of another text', request: { ...toEmbed, input: ['first', 'third'] }, file: vectorsAnswer, failed: ['commitment.prompt'], state: 'failed' },
    { name: 'vectors, one of them left out', request: toEmbed, file: { ...vectorsAnswer, data: vectors.slice(0, 1) }, failed: ['commitment.response'], state: 'failed' },
    { name: 'vectors that do not stand where they say', request: toEmbed, file: { ...vectorsAnswer, data: vectors.toReversed() }, failed: null, state: 'no-receipt' },
    { name: 'vectors beside a list in another spelling', request: toEmbed, file: { object: 'list', Data: [], data: vectors, svc: vectorsSvc }, failed: null, state: 'no-receipt' },
    { name: 'vectors for the messages of a chat', request: { model: 'svc-embed', messages: toEmbed.input }, file: vectorsAnswer, failed: ['commitment.prompt'], state: 'failed' },
  ],
})

