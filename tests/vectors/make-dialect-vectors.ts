import { commit, salts, labels, bodyOf, receiptOf, limits, write } from './sign-vectors.ts'

// node tests/vectors/make-dialect-vectors.ts
// Exchanges of the dialects beside chat, made as those of make-vectors.ts.

interface Exchange {
  readonly committed: 'embeddings' | 'messages' | 'responses'
  readonly prompt: unknown
  readonly response: unknown
  readonly model?: string
}

/** `svc` of an exchange of another dialect, in private mode. */
async function svcOfExchange({ committed, prompt, response, model = 'svc-chat' }: Exchange) {
  const receipt = await receiptOf({
    ...bodyOf('private'),
    model,
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
  model: toEmbed.model,
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
const asChatSvc = await svcOfExchange({ committed: 'messages', prompt: asked.messages, response: content })
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 1 } }
const unsigned = { ...head, content, stop_reason: 'tool_use' }
const message = { ...unsigned, svc: messageSvc }

type Event = { readonly type: string; readonly [member: string]: unknown }
const sse = (events: readonly Event[]) => events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('')
const ping = sse([{ type: 'ping' }])
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
  state: failed === null ? 'no-receipt' : failed.length > 0 ? 'failed' : 'promised',
})
const messageCases = [
  withMessage('a message', message, []),
  withMessage('a message, streamed', sse(messageEvents), []),
  withMessage('a message with other words', { ...message, content: [{ type: 'text', text: 'No.' }] }, ['commitment.response']),
  withMessage('a message without its thinking', { ...message, content: content.slice(1) }, ['commitment.response']),
  withMessage('a message with another signature of its thinking', { ...message, content: [{ ...content[0], signature: 'b3Ro' }, ...content.slice(1)] }, ['commitment.response']),
  withMessage('a message with choices beside its content', { ...unsigned, choices: [{ index: 0, message: { role: 'assistant', content: 'No.' } }], svc: messageSvc }, null),
  withMessage('a message with a block of another dialect', { ...message, content: [...content, { type: 'function_call', name: 'x', arguments: '{}' }] }, null),
  withMessage('a message with a text in a block that has none', { ...message, content: [{ ...content[0], text: 'No.' }, ...content.slice(1)] }, null),
  withMessage('a message for another system prompt', message, ['commitment.prompt'], { ...asked, system: 'Be long.' }),
  withMessage('a message for no system prompt', message, ['commitment.prompt'], { model: asked.model, messages: asked.messages }),
  withMessage('a message whose prompt is committed to as that of a chat', { ...unsigned, svc: asChatSvc }, ['commitment.prompt']),
  withMessage('a stream with another word', messageStream(9, delta(1, 'text_delta', { text: '🌧' })), ['commitment.response']),
  withMessage('a stream with one word twice', messageStream(9, eventAt(9), eventAt(9)), ['commitment.response']),
  withMessage('a stream with another input of its tool', messageStream(14, delta(2, 'input_json_delta', { partial_json: 'ln", "days": [1,3]}' })), ['commitment.response']),
  withMessage('a stream in which a block is left out', messageStream(7), null),
  withMessage('a stream with a text for another block', messageStream(9, delta(0, 'text_delta', { text: '☀' })), null),
  withMessage('a stream with a delta of another type than its block', messageStream(9, delta(1, 'thinking_delta', { thinking: '☀' })), null),
  withMessage('a stream with a delta that is not known', messageStream(9, delta(1, 'html_delta', { text: '☀' })), null),
  withMessage('a stream with two texts in one delta', messageStream(9, delta(1, 'text_delta', { text: '☀', thinking: 'No.' })), null),
  withMessage('a stream in which two blocks are open', messageStream(10), null),
  withMessage('a stream in which a block begins twice', messageStream(8, start(1, { type: 'text', text: 'No.' }), eventAt(8)), null),
  withMessage('a stream that begins twice', messageStream(1, eventAt(0), eventAt(1)), null),
  withMessage('a stream that begins with words', messageStream(0, { type: 'message_start', message: { ...head, content: [{ type: 'text', text: 'No.' }] } }), null),
  withMessage('a stream that goes on behind its end', `${sse(messageEvents)}${sse([delta(1, 'text_delta', { text: 'No.' })])}`, null),
  withMessage('a stream with an event that is not known', messageStream(2, { type: 'notice', text: 'No.' }), null),
  withMessage('a stream with an event under another name', sse(messageEvents).replace('event: content_block_stop', 'event: content_block_delta'), null),
  withMessage('a stream with an event without a name', sse(messageEvents).replace('event: content_block_stop\n', ''), null),
  withMessage('a stream whose end says something', messageStream(16, { type: 'message_delta', delta: { stop_reason: 'end_turn', text: 'No.' }, usage: {} }), null),
  withMessage('a stream whose thinking begins with a signature that is no text', messageStream(1, start(0, { type: 'thinking', thinking: '', signature: { x: 'No.' } })), null),
  withMessage('a stream with a thought beside an event of another type', messageStream(16, { ...eventAt(16), thinking: 'No.' }), null),
  withMessage('a stream with a piece of an input beside a delta of another type', messageStream(9, { ...eventAt(9), partial_json: '{}' }), null),
  withMessage('a stream with another delta within one', messageStream(9, delta(1, 'text_delta', { text: '☀', content_block: { type: 'text', text: 'No.' } })), null),
  withMessage('a stream with an event that has the name of a method', messageStream(2, { type: 'constructor' }), null),
  withMessage('a stream whose text begins with words that no delta says', sse([...messageEvents.slice(0, 7), start(1, { type: 'text', text: 'I look it up. ' }), ...messageEvents.slice(9)]), null),
  withMessage('a stream whose text comes whole, without a delta', sse([...messageEvents.slice(0, 7), start(1, content[1] as object), ...messageEvents.slice(10)]), []),
  withMessage('a stream with data on two lines', sse(messageEvents).replace('{"type":"ping"}', '{"type":\ndata: "ping"}'), null),
  withMessage('a stream with a member in another spelling', messageStream(9, delta(1, 'text_delta', { text: '☀', Text: 'No.' })), null),
  withMessage('a stream with an error beside a delta', messageStream(9, { ...eventAt(9), error: { message: 'No.' } }), null),
  withMessage('a stream whose end has no delta', messageStream(16, { type: 'message_delta', usage: {} }), null),
  withMessage('a stream with a citation that is no object', messageStream(9, eventAt(9), delta(1, 'citations_delta', { citation: 'No.' })), null),
  withMessage('a stream with a ping behind its end', `${sse(messageEvents)}${ping}`, []),
  withMessage('a stream that was cut off', sse(messageEvents.slice(0, -1)), null),
]

const wanted = { model: 'svc-chat', instructions: 'Be brief.', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Wetter in Köln?' }] }] }
const textPart = (text: string) => ({ type: 'output_text', text, annotations: [] })
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'A tool knows.' }] }
const said = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [textPart('I look it up. ☀')] }
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'weather', arguments: '{"city":"Köln"}', status: 'completed' }
const output = [reasoning, said, call]
const responseSvc = await svcOfExchange({
  committed: 'responses',
  prompt: { input: wanted.input, instructions: wanted.instructions },
  response: output,
})
const asMessageSvc = await svcOfExchange({ committed: 'responses', prompt: { messages: [], system: null }, response: output })
const begun = { id: 'resp_1', object: 'response', created_at: 1, status: 'in_progress', error: null, model: 'm', output: [], store: false }
const whole = { ...begun, status: 'completed', output }
const response = { ...whole, svc: responseSvc }
const final: Event = { type: 'response.completed', response }
const partEvent = (type: string, part: object): Event => ({ type: `response.content_part.${type}`, item_id: 'msg_1', output_index: 1, content_index: 0, part })
const textEvent = (delta: string): Event => ({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta })
const responseEvents: readonly Event[] = [
  { type: 'response.created', response: begun },
  { type: 'response.in_progress', response: begun },
  { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [] } },
  { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', output_index: 0, summary_index: 0, part: { type: 'summary_text', text: '' } },
  { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index: 0, delta: 'A tool knows.' },
  { type: 'response.output_item.done', output_index: 0, item: reasoning },
  { type: 'response.output_item.added', output_index: 1, item: { ...said, status: 'in_progress', content: [] } },
  partEvent('added', textPart('')),
  textEvent('I look it up. '),
  textEvent('☀'),
  { type: 'response.output_text.done', item_id: 'msg_1', output_index: 1, content_index: 0, text: 'I look it up. ☀' },
  partEvent('done', textPart('I look it up. ☀')),
  { type: 'response.output_item.done', output_index: 1, item: said },
  { type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '', status: 'in_progress' } },
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta: '{"city":' },
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta: '"Köln"}' },
  { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 2, arguments: '{"city":"Köln"}' },
  { type: 'response.output_item.done', output_index: 2, item: call },
  final,
]
const numbered = (events: readonly Event[]) => sse(events.map((each, sequence_number) => ({ ...each, sequence_number })))
const responseStream = (at: number, ...instead: readonly Event[]) => numbered([...responseEvents.slice(0, at), ...instead, ...responseEvents.slice(at + 1)])
const responseAt = (at: number) => responseEvents[at] as Event
/** Nothing in it says twice what was shown. */
const bareEvents = responseEvents.filter(({ type }) => !type.endsWith('.done'))
const bareStream = (at: number, piece: string) => numbered([...bareEvents.slice(0, at), { ...(bareEvents[at] as Event), delta: piece }, ...bareEvents.slice(at + 1)])
const withResponse = (name: string, file: unknown, failed: readonly string[] | null, request: object = wanted) => withMessage(name, file, failed, request)
const twoTexts = { ...said, content: [textPart('Do not go. '), textPart('Stay.')] }
const twoTextsSvc = await svcOfExchange({
  committed: 'responses',
  prompt: { input: wanted.input, instructions: wanted.instructions },
  response: [twoTexts],
})
/** Two parts of one message, in pieces. */
const inTwo = (...pieces: readonly (readonly [number, string])[]): readonly Event[] => [
  responseAt(0),
  { type: 'response.output_item.added', output_index: 0, item: { ...said, content: [] } },
  ...pieces.map(([content_index, piece]) => ({ ...textEvent(piece), output_index: 0, content_index })),
  { ...final, response: { ...whole, output: [twoTexts], svc: twoTextsSvc } },
]
const responseCases = [
  withResponse('a response', response, []),
  withResponse('a response, streamed', numbered(responseEvents), []),
  withResponse('a response, streamed without numbers and names', sse(responseEvents).replaceAll(/event: .*\n/g, ''), []),
  withResponse('a response, streamed in pieces alone', numbered(bareEvents), []),
  withResponse('a stream of a response in pieces alone with another word', bareStream(8, '🌧'), null),
  withResponse('a stream of a response in pieces alone with other arguments', bareStream(11, '"Bonn"}'), null),
  withResponse('a stream of a response in pieces alone with another thought', bareStream(4, 'No tool knows.'), null),
  withResponse('a response that is vectors, too', { ...whole, object: 'list', data: [{ index: 0, embedding: [1] }], svc: responseSvc }, null),
  withResponse('a stream of a response in pieces alone whose text is shown as a refusal', numbered(bareEvents.filter(({ type }) => type !== 'response.content_part.added').map((each) => (each.type === 'response.output_text.delta' ? { ...each, type: 'response.refusal.delta' } : each))), null),
  withResponse('a response with other words', { ...response, output: [said] }, ['commitment.response']),
  withResponse('a response for other instructions', response, ['commitment.prompt'], { ...wanted, instructions: null }),
  withResponse('a response whose prompt is committed to as that of a message', { ...whole, svc: asMessageSvc }, ['commitment.prompt'], { ...wanted, messages: [] }),
  withResponse('a response with a block of another dialect', { ...response, output: [{ type: 'text', text: 'No.' }] }, null),
  withResponse('a response with an output_text of its own', { ...whole, output_text: 'No.', svc: responseSvc }, null),
  withResponse('a response with a text beside its parts', { ...response, output: [reasoning, { ...said, text: 'No.' }, call] }, null),
  withResponse('a response that failed', { ...response, status: 'failed' }, null),
  withResponse('a stream of a response with another word at its end', numbered([...responseEvents.slice(0, -1), { ...final, response: { ...response, output: [reasoning, { ...said, content: [textPart('No.')] }, call] } }]), null),
  withResponse('a stream of a response that showed another word', responseStream(9, textEvent('🌧')), null),
  withResponse('a stream of a response that showed a word more', responseStream(9, textEvent('☀'), textEvent('!')), null),
  withResponse('a stream of a response that showed an item more', numbered([...responseEvents.slice(0, -1), { type: 'response.output_item.added', output_index: 3, item: { ...call, id: 'fc_2' } }, final]), null),
  withResponse('a stream of a response that showed an item less', numbered([...responseEvents.slice(0, 13), final]), null),
  withResponse('a stream of a response with other arguments', responseStream(15, { ...responseAt(15), delta: '"Bonn"}' }), null),
  withResponse('a stream of a response that calls another tool', responseStream(13, { type: 'response.output_item.added', output_index: 2, item: { ...call, name: 'fly', arguments: '' } }), null),
  withResponse('a stream of a response that shows a refusal as its text', responseStream(9, { ...textEvent('☀'), type: 'response.refusal.delta' }), null),
  withResponse('a stream of a response with an item done otherwise', responseStream(12, { ...responseAt(12), item: { ...said, content: [{ ...textPart('I look it up. ☀'), annotations: [{ type: 'url_citation', url: 'https://x', title: 'No.' }] }] } }), null),
  withResponse('a stream of a response with a citation that it does not say', responseStream(10, { type: 'response.output_text.annotation.added', item_id: 'msg_1', output_index: 1, content_index: 0, annotation_index: 0, annotation: { type: 'url_citation', url: 'https://x', title: 'No.' } }, responseAt(10)), null),
  withResponse('a stream of a response with an event that is not known', responseStream(1, { type: 'response.notice', output_index: 0, text: 'No.' }), null),
  withResponse('a stream of a response that begins with output', responseStream(0, { type: 'response.created', response: { ...begun, output: [said] } }), null),
  withResponse('a stream of a response with two ids', responseStream(1, { type: 'response.in_progress', response: { ...begun, id: 'resp_2' } }), null),
  withResponse('a stream of a response that goes on behind its end', numbered([...responseEvents, textEvent('No.')]), null),
  withResponse('a stream of a response that ends twice', numbered([...responseEvents, { ...final, response: whole }]), null),
  withResponse('a stream of a response with numbers out of order', sse(responseEvents.map((each, at) => ({ ...each, sequence_number: at === 9 ? 3 : at }))), null),
  withResponse('a stream of a response with svc in another event', responseStream(1, { type: 'response.in_progress', response: { ...begun, svc: responseSvc } }), null),
  withResponse('a stream of a response whose beginning says a word beside it', responseStream(1, { ...responseAt(1), delta: 'No.' }), null),
  withResponse('a stream of a response whose end says a word beside it', numbered([...responseEvents.slice(0, -1), { ...final, text: 'No.' }]), null),
  withResponse('a stream of a response with a word in what keeps it alive', responseStream(1, { type: 'keepalive', delta: 'No.' }, responseAt(1)), null),
  withResponse('a stream of a response that is kept alive', responseStream(1, { type: 'keepalive' }, responseAt(1)), []),
  withResponse('a stream of a response that says another name with the arguments', responseStream(16, { ...responseAt(16), name: 'fly' }), null),
  withResponse('a stream of a response that says the name with the arguments again', responseStream(16, { ...responseAt(16), name: 'weather' }), []),
  withResponse('a stream of a response with a citation in a part that is done', responseStream(11, partEvent('done', { ...textPart('I look it up. ☀'), annotations: [{ type: 'url_citation', url: 'https://x', title: 'No.' }] })), null),
  withResponse('a stream of a response with a citation in a part that begins', responseStream(7, partEvent('added', { ...textPart(''), annotations: [{ type: 'url_citation', url: 'https://x', title: 'No.' }] })), null),
  withResponse('a stream of a response with a citation in an item that begins', numbered([...responseEvents.slice(0, 6), { type: 'response.output_item.added', output_index: 1, item: { ...said, content: [{ ...textPart('I look it up. ☀'), annotations: [{ type: 'url_citation', url: 'https://x', title: 'No.' }] }] } }, ...responseEvents.slice(12)]), null),
  withResponse('a stream of a response whose item begins as a refusal', numbered([...responseEvents.slice(0, 6), { type: 'response.output_item.added', output_index: 1, item: { ...said, content: [{ type: 'refusal', refusal: 'I look it up. ☀' }] } }, ...responseEvents.slice(12)]), null),
  withResponse('a stream of a response whose text comes whole, without a piece', numbered([...responseEvents.slice(0, 6), { type: 'response.output_item.added', output_index: 1, item: said }, ...responseEvents.slice(12)]), []),
  withResponse('a stream of a response whose text begins with words that no piece says', numbered([...responseEvents.slice(0, 7), partEvent('added', textPart('I look it up. ')), ...responseEvents.slice(9)]), null),
  withResponse('a response with an item that has the name of a method', { ...response, output: [{ type: 'constructor' }] }, null),
  withResponse('a response of two texts, streamed', numbered(inTwo([0, 'Do not go. '], [1, 'Stay.'])), []),
  withResponse('a stream of a response whose pieces come in another order', numbered(inTwo([0, 'Do '], [1, 'Stay.'], [0, 'not go. '])), null),
  withResponse('a stream of a response with a ping behind its end', `${numbered(responseEvents)}${ping}`, null),
  withResponse('a stream of a response whose events have the name of none', sse(responseEvents).replaceAll(/event: .*\n/g, 'event: message\n'), []),
  withResponse('a stream of a response without an id', responseStream(0, { type: 'response.created', response: { ...begun, id: undefined } }), null),
  withResponse('a stream of a response that does not begin', numbered(responseEvents.slice(2)), null),
  withResponse('a stream of a response with an error beside a piece', responseStream(9, { ...textEvent('☀'), error: { message: 'No.' } }), null),
  withResponse('a stream of a response whose item begins without a type', responseStream(2, { ...responseAt(2), item: { id: 'rs_1' } }), null),
  withResponse('a stream of a response with a name that says nothing beside a piece', responseStream(9, { ...textEvent('☀'), name: '' }), []),
  withResponse('a stream of a response whose part begins after a piece', numbered([...responseEvents.slice(0, 7), responseAt(8), partEvent('added', textPart('I look it up. ')), ...responseEvents.slice(9)]), null),
  withResponse('a stream of a response whose text only the whole item shows', numbered([...responseEvents.slice(0, 7), ...responseEvents.slice(12)]), null),
  withResponse('a stream of a response that was cut off', numbered(responseEvents.slice(0, -1)), null),
]

write('dialects.countersign.json', {
  about:
    'Exchanges of the dialects beside chat: the request, and the answer as a file with `svc` in it, an object or the text of a stream. The state that is shown for both together; `no-receipt` where the file is refused before anything is judged.',
  limits,
  cases: [
    { name: 'vectors', request: toEmbed, file: vectorsAnswer, failed: [], state: 'promised' },
    { name: 'vectors, whatever svc says they are', request: toEmbed, file: { ...vectorsAnswer, svc: { ...vectorsSvc, committed: 'messages' } }, failed: [], state: 'promised' },
    { name: 'vectors, one of them another', request: toEmbed, file: { ...vectorsAnswer, data: [vectors[0], { ...vectors[1], embedding: 'AACAvwAAAAA=' }] }, failed: ['commitment.response'], state: 'failed' },
    { name: 'vectors of another text', request: { ...toEmbed, input: ['first', 'third'] }, file: vectorsAnswer, failed: ['commitment.prompt'], state: 'failed' },
    { name: 'vectors, one of them left out', request: toEmbed, file: { ...vectorsAnswer, data: vectors.slice(0, 1) }, failed: ['commitment.response'], state: 'failed' },
    { name: 'vectors that do not stand where they say', request: toEmbed, file: { ...vectorsAnswer, data: vectors.toReversed() }, failed: null, state: 'no-receipt' },
    { name: 'vectors beside a list in another spelling', request: toEmbed, file: { object: 'list', Data: [], data: vectors, svc: vectorsSvc }, failed: null, state: 'no-receipt' },
    ...messageCases,
    ...responseCases,
    { name: 'vectors for the messages of a chat', request: { model: 'svc-embed', messages: toEmbed.input }, file: vectorsAnswer, failed: ['commitment.prompt'], state: 'failed' },
  ],
})
