import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeSvcFromJson, removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { ask } from '../../support/requests/ask.ts'
import { answerJson, answerSse } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()
const sealSigner = await sealSignerOf(gateway.baseUrl)

const messages = [{ role: 'user', content: 'hi' }]
const chat = (more: object = {}) =>
  ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-anonymized', messages, ...more })

type Block = Parameters<typeof verifyIndependently>[0]['svc']

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const upstreamNumber = fc.constantFrom('1.0', '1e5', '-0', '1E+2', '0.10', '12345678901234567890')
const content = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constant('"svc":{"privacy_mode":"e2ee"}}'),
  fc.constant('\u2028 \u0000 é 😀 }'),
)

test('without svc, a buffered answer is the exact text of the upstream', async () => {
  await fc.assert(
    fc.asyncProperty(content, upstreamNumber, space, space, async (said, number, before, after) => {
      const text =
        `${before}{${after}"usage":${before}{"x":${number}},"svc2":1,"nested":{"svc":{"a":[${number}]}}${after},` +
        `"choices":${after}[{"message":{"role":"assistant","svc":${number},"content":${JSON.stringify(said)}}}]` +
        `${before}}${after}\n`
      upstream.answerWith(answerJson(text))
      const { status, bytes, json } = await chat()
      expect(status).toBe(200)
      const { bytes: original, svcText } = removeSvcFromJson(bytes)
      expect(Buffer.from(original).toString()).toBe(text)

      const { svc, choices } = json<{ svc: Block; choices: [{ message: unknown }] }>()
      expect(JSON.parse(svcText ?? '')).toEqual(svc)
      const [{ message }] = choices
      expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
    }),
    { numRuns: 60 },
  )
})

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

test('without svc, a streamed answer is the exact text of the upstream, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { maxLength: 6 }),
      lineEnd,
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
      fc.boolean(),
      async (pieces, end, cuts, hasMultiLine) => {
        const event = (delta: object, finish: string | null) => {
          const text = JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })
          return hasMultiLine
            ? `event: message${end}data: {${end}data:${text.slice(1, -1)}${end}data: } ${end}id: {7}${end}${end}`
            : `data: ${text}${end}${end}`
        }
        const text = [
          `: a comment with {braces}${end}${end}`,
          event({ role: 'assistant' }, null),
          ...pieces.map((piece) => event({ content: piece }, null)),
          event({}, 'stop'),
          `data: {"choices":[],"usage":{"x":1.0}}${end}${end}`,
          `data: [DONE]${end}${end}`,
        ].join('')
        upstream.answerWith(answerSse(cut(Buffer.from(text), cuts)))
        const { bytes } = await chat({ stream: true })
        const { bytes: original, svcText } = removeSvcFromTranscript(bytes)
        expect(Buffer.from(original).toString()).toBe(text)
        const message = { role: 'assistant', content: pieces.length === 0 ? null : pieces.join('') }
        const svc = JSON.parse(svcText ?? '') as Block
        expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
      },
    ),
    { numRuns: 60 },
  )
})

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  let from = 0
  for (const size of sizes) {
    pieces.push(bytes.subarray(from, from + size))
    from += size
  }
  return [...pieces, bytes.subarray(from)]
}

test('svc is the last member, and its line stays under 16 kB', async () => {
  upstream.answerWith(
    answerSse([
      'data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n',
      'data: [DONE]\n\n',
    ]),
  )
  const { text } = await chat({ stream: true })
  const line = text.split('\n').find((each) => each.includes('"svc"')) ?? ''
  expect(line.length).toBeLessThan(16_384)
  expect(Object.keys(JSON.parse(line.slice(6)) as object).at(-1)).toBe('svc')
})

test('the caller’s own text reaches the upstream, but for the model’s name and shown_mode', async () => {
  upstream.answerWith(answerJson('{"choices":[{"message":{"role":"assistant","content":"x"}}]}'))
  const sent =
    '{ "temperature" : 1.0, "seed":12345678901234567890,"shown_mode":"private", "model" : "test-private",\n"messages":[{"role":"user","content":"\\u0068i"}],"x":{"model":"keep"} }'
  await ask(`${gateway.baseUrl}/v1/chat/completions`, sent)
  const received = upstream.requests.at(-1)
  expect(received?.body.toString()).toBe(
    '{"temperature" : 1.0,"seed":12345678901234567890,"model" : "upstream-model","messages":[{"role":"user","content":"\\u0068i"}],"x":{"model":"keep"}}',
  )
})

test('an anonymized upstream gets each message’s own text, but for the name of a person', async () => {
  upstream.answerWith(answerJson('{"choices":[{"message":{"role":"assistant","content":"x"}}]}'))
  const sent = (named: string, escaped: string) =>
    `{"model":"test-anonymized","messages": [ {"role":"user", "content" : "\\u0068i, [\\"a\\"]"} ,{${named}"role":"user","content":[{"type":"text","text":"name"}] , "audio":{"name":"kept"}${escaped}} , {"name":"add","role":"tool","content":"1.0"} ] }`
  await ask(`${gateway.baseUrl}/v1/chat/completions`, sent('', ', "n\\u0061me":"alice"'))
  const expected = `{"model":"upstream-model","messages": [ {"role":"user", "content" : "\\u0068i, [\\"a\\"]"} ,{"role":"user","content":[{"type":"text","text":"name"}],"audio":{"name":"kept"}} , {"name":"add","role":"tool","content":"1.0"} ]}`
  expect(upstream.requests.at(-1)?.body.toString()).toBe(expected)
  await ask(`${gateway.baseUrl}/v1/chat/completions`, sent('"name" : "alice", ', ''))
  expect(upstream.requests.at(-1)?.body.toString()).toBe(expected)
})

test('an anonymized upstream learns nothing about who asked', async () => {
  upstream.answerWith(answerJson('{"choices":[{"message":{"role":"assistant","content":"x"}}]}'))
  await ask(
    `${gateway.baseUrl}/v1/chat/completions`,
    {
      model: 'test-anonymized',
      messages: [
        { role: 'system', name: 'alice', content: 'You are helpful.' },
        ...messages,
        { role: 'function', name: 'add', content: '3' },
      ],
      user: 'alice',
      user_id: 'alice',
      end_user: 'alice',
      session_id: 'alice',
      metadata: { a: 'alice' },
      store: true,
      safety_identifier: 'alice',
      prompt_cache_key: 'alice',
      temperature: 0.5,
    },
    {
      cookie: 'alice',
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'alice',
      'x-custom': 'alice',
    },
  )
  const received = upstream.requests.at(-1)
  expect(JSON.parse(received?.body.toString() ?? '')).toEqual({
    model: 'upstream-model',
    messages: [
      { role: 'system', content: 'You are helpful.' },
      ...messages,
      { role: 'function', name: 'add', content: '3' },
    ],
    temperature: 0.5,
  })
  expect(Object.keys(received?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ])
  expect(received?.headers['authorization']).toBe('Bearer upstream-secret')
  expect(JSON.stringify(received?.headers)).not.toContain('alice')
})
