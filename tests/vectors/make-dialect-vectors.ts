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

const asked = { model: 'svc-chat', max_tokens: 99, system: 'Be brief.', messages: [{ role: 'user', content: 'Wetter in Köln?' }] }
const content = [
  { type: 'thinking', thinking: 'A tool knows.', signature: 'c2ln' },
  { type: 'text', text: 'I look it up. ☀' },
  { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Köln', days: [1, 2] } },
]
const messageSvc = await svcOfExchange({
  committed: 'messages',
  prompt: { messages: asked.messages, system: asked.system },
  response: content,
})
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 1 } }
const message = { ...head, content, stop_reason: 'tool_use', svc: messageSvc }

type Event = { readonly type: string; readonly [member: string]: unknown }
const sse = (events: readonly Event[]) => events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('')
const start = (index: number, content_block: object): Event => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, type: string, piece: object): Event => ({ type: 'content_block_delta', index, delta: { type, ...piece } })
const stop = (index: number): Event => ({ type: 'content_block_stop', index })
const messageEvents: readonly Event[] = [
  { type: 'message_start', message: head },
  start(0, { type: 'thinking', thinking: '', signature: '' }),
  { type: 'ping' },
  delta(0, 'thinking_delta', { thinking: 'A tool ' }),
  delta(0, 'thinking_delta', { thinking: 'knows.' }),
  delta(0, 'signature_delta', { signature: 'c2ln' }),
  stop(0),
  start(1, { type: 'text', text: '' }),
  delta(1, 'text_delta', { text: 'I look it up. ' }),
  delta(1, 'text_delta', { text: '☀' }),
  stop(1),
  start(2, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }),
  delta(2, 'input_json_delta', { partial_json: '' }),
  delta(2, 'input_json_delta', { partial_json: '{"city": "Kö' }),
  delta(2, 'input_json_delta', { partial_json: 'ln", "days": [1,2]}' }),
  stop(2),
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop', svc: messageSvc },
]
/** The stream with some of its events in the place of one. */
const messageStream = (at: number, ...instead: readonly Event[]) => sse([...messageEvents.slice(0, at), ...instead, ...messageEvents.slice(at + 1)])
const eventAt = (at: number) => messageEvents[at] as Event
const withMessage = (name: string, file: unknown, failed: readonly string[] | null, request: object = asked) => ({
  name,
  request,
  file,
  failed,
  state: failed === null ? 'no-receipt' : failed.length > 0 ? 'failed' : 'promise',
})
const messageCases = [
  withMessage('a message', message, []),
  withMessage('a message, streamed', sse(messageEvents), []),
  withMessage('a message with other words', { ...message, content: [{ type: 'text', text: 'No.' }] }, ['commitment.response']),
  withMessage('a message without its thinking', { ...message, content: content.slice(1) }, ['commitment.response']),
  withMessage('a message with another signature of its thinking', { ...message, content: [{ ...content[0], signature: 'b3Ro' }, ...content.slice(1)] }, ['commitment.response']),
  withMessage('a message with choices beside its content', { ...message, choices: [{ index: 0, message: { role: 'assistant', content: 'No.' } }] }, ['commitment.response']),
  withMessage('a message with a block of another dialect', { ...message, content: [...content, { type: 'function_call', name: 'x', arguments: '{}' }] }, null),
  withMessage('a message with a text in a block that has none', { ...message, content: [{ ...content[0], text: 'No.' }, ...content.slice(1)] }, null),
  withMessage('a message for another system prompt', message, ['commitment.prompt'], { ...asked, system: 'Be long.' }),
  withMessage('a message for no system prompt', message, ['commitment.prompt'], { model: asked.model, messages: asked.messages }),
  withMessage('a stream with another word', messageStream(9, delta(1, 'text_delta', { text: '🌧' })), ['commitment.response']),
  withMessage('a stream with one word twice', messageStream(9, eventAt(9), eventAt(9)), ['commitment.response']),
  withMessage('a stream with another input of its tool', messageStream(14, delta(2, 'input_json_delta', { partial_json: 'ln", "days": [1,3]}' })), ['commitment.response']),
  withMessage('a stream in which a block is left out', messageStream(7), null),
  withMessage('a stream with a text for another block', messageStream(9, delta(0, 'text_delta', { text: '☀' })), null),
  withMessage('a stream with a delta of another type than its block', messageStream(9, delta(1, 'thinking_delta', { thinking: '☀' })), null),
  withMessage('a stream with a delta that is not known', messageStream(9, delta(1, 'html_delta', { text: '☀' })), null),
  withMessage('a stream with two texts in one delta', messageStream(9, delta(1, 'text_delta', { text: '☀', thinking: 'No.' })), null),
  withMessage('a stream in which two blocks are open', messageStream(10), null),
  withMessage('a stream that begins twice', messageStream(1, eventAt(0), eventAt(1)), null),
  withMessage('a stream that begins with words', messageStream(0, { type: 'message_start', message: { ...head, content: [{ type: 'text', text: 'No.' }] } }), null),
  withMessage('a stream that goes on behind its end', `${sse(messageEvents)}${sse([delta(1, 'text_delta', { text: 'No.' })])}`, null),
  withMessage('a stream with an event that is not known', messageStream(2, { type: 'notice', text: 'No.' }), null),
  withMessage('a stream with an event under another name', sse(messageEvents).replace('event: content_block_stop', 'event: content_block_delta'), null),
  withMessage('a stream with an event without a name', sse(messageEvents).replace('event: content_block_stop\n', ''), null),
  withMessage('a stream whose end says something', messageStream(16, { type: 'message_delta', delta: { stop_reason: 'end_turn', text: 'No.' }, usage: {} }), null),
  withMessage('a stream with data on two lines', sse(messageEvents).replace('{"type":"ping"}', '{"type":\ndata: "ping"}'), null),
  withMessage('a stream with a member in another spelling', messageStream(9, delta(1, 'text_delta', { text: '☀', Text: 'No.' })), null),
  withMessage('a stream that was cut off', sse(messageEvents.slice(0, -1)), null),
]

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
    ...messageCases,
    { name: 'vectors for the messages of a chat', request: { model: 'svc-embed', messages: toEmbed.input }, file: vectorsAnswer, failed: ['commitment.prompt'], state: 'failed' },
  ],
})

