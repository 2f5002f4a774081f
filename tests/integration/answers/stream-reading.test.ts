import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { ask } from '../../support/requests/ask.ts'
import { answerJson, answerSse, chunk, done } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()
const sealSigner = await sealSignerOf(gateway.baseUrl)
const client = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: 'none', maxRetries: 0 })
client.apiKey = await makeKey(gateway.baseUrl)

const messages = [{ role: 'user' as const, content: 'hi' }]
const url = () => `${gateway.baseUrl}/v1/chat/completions`

interface Read {
  readonly text: string
  readonly error: unknown
}

/** What the official client shows of an answer, and what it throws. */
async function read(n = 1): Promise<Read> {
  let text = ''
  try {
    const body = { model: 'test-private', messages, n, stream: true } as const
    for await (const { choices } of await client.chat.completions.create(body)) {
      for (const { delta } of choices) text += delta.content ?? ''
    }
  } catch (error) {
    return { text, error }
  }
  return { text, error: null }
}

const first = chunk({ role: 'assistant', content: 'signed' })
const end = [chunk({}, 'stop'), done]
const lie = chunk({ content: 'FORGED' })

const lies: readonly (readonly [what: string, pieces: readonly string[], n: number])[] = [
  ['a byte order mark behind a comment line', [first, `: x\n\ufeff${lie}`, ...end], 1],
  ['a byte order mark before a later event', [first, `\ufeff${lie}`, ...end], 1],
  ['a byte order mark before the first words', [`\ufeff${lie}`, ...end], 1],
  ['a space before a field', [first, ` ${lie}`, ...end], 1],
  ['a field in capitals', [first, lie.replace('data', 'Data'), ...end], 1],
  ['a comment with a line separator in it', [first, `: x\u2028${lie}`, ...end], 1],
  ['a second choice', [first, chunk({ content: 'FORGED' }, null, 1), ...end], 1],
  ['a third choice of two', [first, chunk({ content: 'FORGED' }, null, 2), ...end], 2],
  ['a choice with a negative index', [first, chunk({ content: 'FORGED' }, null, -1), ...end], 1],
  [
    'a choice without an index, of two',
    [first, `data: {"choices":[{"delta":{"content":"FORGED"}}]}\n\n`, ...end],
    2,
  ],
  [
    'the first choice twice in one chunk',
    [
      first,
      'data: {"choices":[{"index":0,"delta":{}},{"index":0,"delta":{"content":"FORGED"}}]}\n\n',
      ...end,
    ],
    1,
  ],
  [
    'a whole message in a chunk',
    [
      first,
      'data: {"choices":[{"index":0,"delta":{},"message":{"role":"assistant","content":"FORGED"}}]}\n\n',
      ...end,
    ],
    1,
  ],
  ['an event of another name', [first, `event: other\n${lie}`, ...end], 1],
  ['a chunk within lines of data', [first, `data: {"x":[\n${lie.trim()}\ndata: ]}\n\n`, ...end], 1],
  ['words behind the end', [first, ...end, lie], 1],
  ['another role', [first, chunk({ role: 'user', content: 'FORGED' }), ...end], 1],
  ['words in an event without its end', [first, lie.trimEnd()], 1],
]

test.each(lies)('%s breaks a stream off, and is shown to nobody', async (_what, pieces, n) => {
  upstream.answerWith(answerSse(pieces))
  const { text, error } = await read(n)
  expect(text).not.toContain('FORGED')
  const raw = await ask(url(), { model: 'test-private', messages, n, stream: true })
  expect(raw.text).not.toContain('FORGED')
  expect(raw.text).toContain('"code":"upstream_error"')
  // Behind `[DONE]` the client reads no more.
  if (!pieces.slice(0, -1).includes(done) || pieces.at(-1) === done) {
    expect(error).toBeInstanceOf(OpenAI.APIError)
  }
})

const plainly = (text: string) => [chunk({ role: 'assistant', content: text }), ...end]
const dialects: readonly (readonly [string, string])[] = [
  ['comments', [': OPENROUTER PROCESSING\n\n', ...plainly('signed')].join('')],
  ['CRLF', plainly('signed').join('').replaceAll('\n', '\r\n')],
  ['CR alone', plainly('signed').join('').replaceAll('\n', '\r')],
  ['data without a space', plainly('signed').join('').replaceAll('data: ', 'data:')],
  ['other fields', `id: 1\nretry: 3000\nevent: message\n${plainly('signed').join('')}`],
  [
    'data over several lines',
    [
      `data: {\ndata: "choices":[{"index":0,\ndata: "delta":{"content":"signed"}}]}\n\n`,
      ...end,
    ].join(''),
  ],
  [
    'a chunk of usage',
    [
      ...plainly('signed').slice(0, 2),
      'data: {"choices":[],"usage":{"total_tokens":1}}\n\n',
      done,
    ].join(''),
  ],
  [
    'a first chunk without choices',
    ['data: {"choices":[],"prompt_filter_results":[]}\n\n', ...plainly('signed')].join(''),
  ],
  [
    'no role, and a role of null',
    [chunk({ content: 'sig' }), chunk({ role: null, content: 'ned' }), ...end].join(''),
  ],
  [
    'an empty finish_reason',
    [chunk({ content: 'sig' }, ''), chunk({ content: 'ned' }, ''), ...end].join(''),
  ],
  [
    'logprobs',
    `data: {"choices":[{"index":0,"delta":{"content":"signed"},"logprobs":{"content":[]}}]}\n\n${end.join('')}`,
  ],
  ['audio', [chunk({ audio: { id: 'a', data: 'AA==' } }), ...plainly('signed')].join('')],
  [
    'words twice, in text too',
    `data: {"choices":[{"index":0,"text":"signed","delta":{"content":"signed"}}]}\n\n${end.join('')}`,
  ],
  ['no [DONE]', plainly('signed').slice(0, 2).join('')],
  ['[DONE] without its end', plainly('signed').join('').trimEnd()],
  ['[DONE] twice', plainly('signed').join('') + done],
  [
    'a byte order mark at the very start',
    `\ufeff${[chunk({ role: 'assistant', content: '' }), ...plainly('signed')].join('')}`,
  ],
  ['a byte order mark before a comment', `\ufeff: hello\n\n${plainly('signed').join('')}`],
  [
    'a ping of another name',
    `event: ping\ndata: {"type":"ping","choices":[]}\n\n${plainly('signed').join('')}`,
  ],
]

test.each(dialects)('a stream with %s passes byte for byte, and is signed', async (_what, text) => {
  // A byte at a time, so that every character and every line end is cut in two.
  upstream.answerWith(answerSse([...Buffer.from(text)].map((byte) => Buffer.of(byte))))
  const { bytes } = await ask(url(), { model: 'test-private', messages, stream: true })
  const { bytes: original, svcText } = removeSvcFromTranscript(bytes)
  expect(Buffer.from(original).toString()).toBe(text)
  const svc = JSON.parse(svcText ?? '') as Parameters<typeof verifyIndependently>[0]['svc']
  const message = { role: 'assistant', content: 'signed' }
  expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
  expect(await read()).toEqual({ text: 'signed', error: null })
})

test('tool calls without an index are signed whole', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
  const calls = [call('a'), call('b')]
  upstream.answerWith(
    answerSse([
      ...calls.map((each) => chunk({ tool_calls: [each] })),
      chunk({}, 'tool_calls'),
      done,
    ]),
  )
  const { bytes } = await ask(url(), { model: 'test-private', messages, stream: true })
  const svc = JSON.parse(removeSvcFromTranscript(bytes).svcText ?? '') as Parameters<
    typeof verifyIndependently
  >[0]['svc']
  const message = { role: 'assistant', content: null, tool_calls: calls }
  expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
})

describe('a stream that breaks off ends in an error that the official client sees, when it', () => {
  const json = '{"choices":[{"index":0,"message":{"role":"assistant","content":"x"}}]}'
  const endings: readonly (readonly [string, readonly string[]])[] = [
    ['is JSON', [json]],
    ['is JSON with a line end', [`${json}\n`]],
    ['is JSON over many lines', [JSON.stringify(JSON.parse(json), null, 2)]],
    [
      'is JSON over many lines with CRLF',
      [JSON.stringify(JSON.parse(json), null, 2).replaceAll('\n', '\r\n')],
    ],
    ['is text', ['Bad Gateway']],
    ['is nothing', []],
    ['is a blank line', ['\n']],
    ['ends in one line feed', [first, 'data: {"choices":[]}\n']],
    ['ends in one carriage return', [first, 'data: {"choices":[]}\r']],
    ['ends in CRLF', [first, 'data: {"choices":[]}\r\n']],
    ['ends in the middle of a line', [first, 'data: {"choi']],
    ['ends in the middle of a character', [first, 'data: {"x":"\u00e9"}'.slice(0, -2)]],
    ['ends behind a field name', [first, 'data']],
    ['ends behind an event name', [first, 'event: message\n']],
    ['ends behind an id', [first, 'id: 7\n']],
    ['ends behind a comment', [first, ': still here\n']],
    ['ends in words without their end', [first.trimEnd()]],
    ['ends in its last words without their end', [first, chunk({}, 'stop').trimEnd()]],
    ['ends in words and one line feed', [first, chunk({}, 'stop').slice(0, -1)]],
    ['breaks off with an error of its own', [first, 'event: error\ndata: {"message":"x"}\n\n']],
    ['ends without finish_reason', [first, done]],
    ['holds an event that is no JSON', [first, 'data: nonsense\n\n', ...end]],
    ['brings a svc of its own', ['data: {"choices":[],"svc":{}}\n\n', ...end]],
    ['brings a svc after ours', [chunk({}, 'stop'), 'data: {"choices":[],"svc":{}}\n\n', done]],
    ['reports an error', [first, 'data: {"error":{"message":"canary"}}\n\n', ...end]],
    ['has content that is no text', [chunk({ content: { a: 1 } }), ...end]],
    ['goes on after it finished', [chunk({ content: 'x' }, 'stop'), first, done]],
    ['says a member twice', ['data: {"choices":[],"choices":[]}\n\n', ...end]],
    ['has an index that is no number', [chunk({ content: 'x' }, null, '0' as never), ...end]],
    ['has a lone surrogate', [chunk({ content: '\ud800' }), ...end]],
    ['has a line that is too long', [first, `data: ${'x'.repeat(1024 * 1024 + 1)}`]],
  ]

  test.each(endings)('%s', async (_what, pieces) => {
    upstream.answerWith(answerSse(pieces))
    const { error } = await read()
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect((error as InstanceType<typeof OpenAI.APIError>).code).toBe('upstream_error')
    const raw = await ask(url(), { model: 'test-private', messages, stream: true })
    expect(raw.text.trimEnd().split('\n\n').at(-1)).toContain('"code":"upstream_error"')
    expect(raw.text).not.toMatch(/\[DONE\]|canary/)
  })

  test('is cut off by its connection within a line', async () => {
    upstream.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`${first}data: {"choi`, () => setImmediate(() => response.destroy()))
    })
    const { error } = await read()
    expect(error).toBeInstanceOf(OpenAI.APIError)
    expect((error as InstanceType<typeof OpenAI.APIError>).code).toBe('upstream_error')
  })
})

const choice = (index: unknown, content: string) =>
  `{"index":${JSON.stringify(index)},"message":{"role":"assistant","content":"${content}"}}`
const surplus: readonly (readonly [string, readonly string[], number])[] = [
  ['a second choice', [choice(0, 'a'), choice(1, 'FORGED')], 1],
  ['a third choice of two', [choice(0, 'a'), choice(1, 'b'), choice(2, 'FORGED')], 2],
  ['two choices of one index', [choice(0, 'a'), choice(0, 'FORGED')], 2],
  ['a first choice with another index', [choice(1, 'FORGED'), choice(0, 'a')], 2],
  ['an index of text', [choice('0', 'FORGED')], 1],
]

test.each(surplus)('a buffered answer with %s is refused', async (_what, choices, n) => {
  upstream.answerWith(answerJson(`{"choices":[${choices.join(',')}]}`))
  const { status, text } = await ask(url(), { model: 'test-private', messages, n })
  expect(status).toBe(502)
  expect(text).toContain('upstream_error')
  expect(text).not.toContain('FORGED')
})

test('a line without end, in pieces of 64 bytes, is given up at its limit', async () => {
  const piece = 'x'.repeat(64)
  const aborted = Promise.withResolvers<void>()
  upstream.answerWith(async (response, request) => {
    void request.aborted.then(() => aborted.resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: ')
    for (let count = 0; count < 40_000 && !response.destroyed; count += 1) {
      if (!response.write(piece)) await new Promise(setImmediate)
    }
  })
  const { text } = await ask(url(), { model: 'test-private', messages, stream: true })
  expect(text).toMatch(/^data: \{"error".*"code":"upstream_error".*\}\n\n$/)
  await aborted.promise
})
