import dialects from './dialects.countersign.json' with { type: 'json' }
import { bodyOf, labels, limits, messages, receiptOf, salts, write } from './sign-vectors.ts'

// node tests/vectors/make-stream-ends.ts
// Whole streams, those of the other dialects out of dialects.countersign.json, and what may stand behind them.

function streamOf(name: string): readonly [request: object, text: string] {
  const found = dialects.cases.find((each) => each.name === name)
  if (typeof found?.file !== 'string') throw new Error(name)
  return [found.request, found.file]
}

const chatReceipt = await receiptOf(bodyOf('private'))
const chatSvc = { privacy_mode: 'private', privacy_label: labels.private, content_policy: 'standard', receipt_digest: chatReceipt.digest, receipt: chatReceipt, commitment_salts: salts }
const chunk = (choice: object, more: object = {}) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}\n\n`
const chatEnd = chunk({ delta: {}, finish_reason: 'stop' }, { svc: chatSvc })
const chat = `${chunk({ delta: { role: 'assistant', content: '4' } })}${chunk({ delta: { content: '2' } })}${chatEnd}`
const more = JSON.stringify({ choices: [{ index: 0, delta: { content: 'No.' } }] })
const moreMessage = JSON.stringify({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'No.' } })
const moreResponse = JSON.stringify({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta: 'No.', sequence_number: 99 })
/** Its pieces of every dialect, so that a reader of each could show one. */
const pieces = { chat: more, messages: moreMessage, responses: moreResponse }
type Streamed = keyof typeof pieces
const named = { chat: '', messages: 'event: content_block_delta\n', responses: 'event: response.output_text.delta\n' }
const streams: readonly (readonly [Streamed, 'marked' | 'open', object, string])[] = [
  ['chat', 'marked', { model: 'svc-chat', messages }, `${chat}data: [DONE]\n\n`],
  ['chat', 'open', { model: 'svc-chat', messages }, chat],
  ['messages', 'marked', ...streamOf('a message, streamed')],
  ['responses', 'marked', ...streamOf('a response, streamed')],
]
/** What stands behind the last blank line; what was cut off is told only where the stream has not ended. */
const endsOf = (dialect: Streamed): Readonly<Record<string, readonly [end: string, outcome: 'read' | 'cut off' | 'refused']>> => {
  const data = `${named[dialect]}data: ${pieces[dialect]}`
  return {
    nothing: ['', 'read'],
    'blank lines': ['\n\n\n', 'read'],
    'a comment': [': kept alive\n\n', 'read'],
    'a comment without its blank line': [': kept alive', 'read'],
    'a text under a name': ['event: x\ndata: "No."\n\n', 'refused'],
    'a text under a name, without its blank line': ['event: x\ndata: "No."\n', 'refused'],
    'a text under a name, without its line end': ['event: x\ndata: "No."', 'refused'],
    'a text': ['data: "No."\n\n', 'refused'],
    'a text without its line end': ['data: "No."', 'refused'],
    'words': ['data: No.\n\n', 'refused'],
    'words without their line end': ['data: No.', 'refused'],
    'a piece': [`${data}\n\n`, 'refused'],
    'a piece without its blank line': [data, 'refused'],
    'a piece and the beginning of a field': [`${data}\nda`, 'refused'],
    'a piece and the beginning of a name': [`${data}\nevent`, 'refused'],
    'a piece and a line that is no field': [`${data}\nNo.`, 'refused'],
    'a piece in a list': [`${named[dialect]}data: [${pieces[dialect]}]\n\n`, 'refused'],
    'a piece in a list, without its blank line': [`${named[dialect]}data: [${pieces[dialect]}]`, 'refused'],
    'a piece with a comma behind it': [`${named[dialect]}data: ${pieces[dialect]},\n\n`, 'refused'],
    'a piece with a comma behind it, without its blank line': [`${named[dialect]}data: ${pieces[dialect]},`, 'refused'],
    'a piece with a comma in it': [`${named[dialect]}data: ${pieces[dialect].slice(0, -1)},}\n\n`, 'refused'],
    'a piece with a comma in it, without its blank line': [`${named[dialect]}data: ${pieces[dialect].slice(0, -1)},}`, 'refused'],
    'half a piece, whose line is whole': [`data: ${pieces[dialect].slice(0, -9)}\n\n`, 'refused'],
    'half a piece, whose line is whole, without its blank line': [`data: ${pieces[dialect].slice(0, -9)}\n`, 'refused'],
    'half a piece': [`data: ${pieces[dialect].slice(0, -9)}`, 'cut off'],
    'the beginning of a field': ['da', 'cut off'],
    'the beginning of the mark': ['data: [DO', 'cut off'],
  }
}
write('stream-ends.countersign.json', {
  about:
    'Whole streams of each dialect with their receipt, and what may stand behind the last blank line. `read`: it is judged as without it; `cut off`: so too, and that the end is missing is said; `refused`: nothing of the stream is judged.',
  limits,
  cases: streams.flatMap(([dialect, end, request, stream]) =>
    Object.entries(endsOf(dialect)).map(([name, [behind, outcome]]) => ({
      name: `${dialect}, ${end === 'open' ? 'without its mark' : 'whole'}: ${name}`,
      request,
      file: stream + behind,
      outcome: outcome === 'cut off' && end === 'marked' ? 'refused' : outcome,
    })),
  ),
})
