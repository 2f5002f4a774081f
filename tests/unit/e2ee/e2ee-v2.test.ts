import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { clearFields } from '#shared/e2ee/in-clear/clear-fields.ts'
import { chooseE2eeVersion } from '#shared/e2ee/e2ee-versions.ts'
import { e2eeV2 } from '#shared/e2ee/e2ee-v2.ts'
import { e2eeV2Service } from '#shared/simulation/e2ee-v2-service.ts'
import { rustStable } from '#shared/e2ee/rust-stable.ts'
import { suites } from '#shared/e2ee/suite.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

const bytes = (length: number) => new Uint8Array(randomBytes(length))
const timestamp = 1_800_000_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A client and a service that share a fresh key, for one request. */
function pair(algo: string, request: JsonObject) {
  const suite = suites.find((each) => each.algo === algo)
  if (!suite) throw new Error(algo)
  const privateKey = bytes(32)
  const publicKey = Buffer.from(suite.publicKeyOf(privateKey)).toString('hex')
  const serviceKey = { algo, publicKey }
  const sealed = e2eeV2.sealRequest({ request, serviceKey, timestamp, randomBytes: bytes })
  const wire = JSON.parse(sealed.body) as JsonObject
  const service = e2eeV2Service({
    key: { algo, privateKey },
    clientPublicKey: sealed.headers['X-Client-Pub-Key'] ?? '',
    nonce: sealed.headers['X-E2EE-Nonce'] ?? '',
    timestamp,
    model: 'm',
    randomBytes: bytes,
  })
  return { sealed, wire, service }
}

const content = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '[]',
    '[1, 2]',
    ' [ "a" ]',
    '{"a":1}',
    '7',
    '"quoted"',
    '',
    '[',
    '\ud800',
    'héllo ✓ 😀',
  ),
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) }),
      fc.record({ type: fc.constant('file'), file: fc.record({ file_id: fc.string() }) }),
      fc.record({
        type: fc.constant('image_url'),
        image_url: fc.record({
          url: fc.string(),
          detail: fc.double({ noNaN: true, min: 0.01, max: 9 }),
        }),
      }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
)

test('a request is sealed a message a step, so that others may have a turn between two', () => {
  const [suite] = suites
  const messages = Array.from({ length: 40 }, (_, index) => ({ role: 'user', content: `${index}` }))
  const publicKey = Buffer.from(suite?.publicKeyOf(bytes(32)) ?? []).toString('hex')
  const steps = e2eeV2.sealInSteps({
    request: { model: 'm', messages },
    serviceKey: { algo: suite?.algo ?? '', publicKey },
    timestamp,
    randomBytes: bytes,
  })
  expect([...steps].length).toBe(messages.length)
})

describe.each(suites.map(({ algo }) => algo))('%s', (algo) => {
  test('the enclave gets what was sealed, and hashes what the client expects', () => {
    fc.assert(
      fc.property(
        fc.array(content, { minLength: 1, maxLength: 3 }),
        fc.double({ noNaN: true, min: 0.001, max: 2 }),
        (contents, temperature) => {
          const messages = contents.map((each) => ({ role: 'user', content: each as Json }))
          const { sealed, wire, service } = pair(algo, { model: 'm', messages, temperature })
          const restored = JSON.stringify(service.openRequest(wire))
          expect(sha256(restored)).toBe(sealed.restoredDigest)
        },
      ),
      { numRuns: algo.startsWith('x') ? 100 : 25 },
    )
  })

  test('no content of the request stands on the wire', () => {
    const secret = 'attack at dawn'
    const messages = [
      { role: 'system', content: secret },
      {
        role: 'user',
        content: [
          { type: 'text', text: secret },
          { type: 'file', name: secret },
        ],
      },
      { role: 'user', content: `["${secret}"]` },
      { role: 'assistant', content: 'x', reasoning_content: secret },
      { role: 'assistant', content: null, refusal: null },
    ]
    const { sealed } = pair(algo, { model: 'm', user: secret, messages })
    expect(sealed.body).not.toContain('dawn')
    expect(sealed.body).toContain('"provider":{"aci_verified":true}')
  })

  test('what the enclave answers opens, buffered and streamed, and only with the key of this request', () => {
    const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
    const { sealed, service } = pair(algo, request)
    const other = pair(algo, request)
    const answer = {
      id: 'chatcmpl-1',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'a ✓', reasoning_content: 'r' },
          finish_reason: 'stop',
        },
        {
          index: 1,
          message: { role: 'assistant', content: '', audio: { data: 'd' } },
          finish_reason: 'stop',
        },
      ],
      usage: { total_tokens: 3 },
    }
    const wire = Buffer.from(JSON.stringify(service.issueAnswer(answer)))
    expect(wire.toString()).not.toContain('a ✓')
    expect(sealed.openBuffered(wire).value).toEqual(answer)
    expect(() => other.sealed.openBuffered(wire)).toThrow(/not encrypted to this key/)

    const chunk = { id: 'chatcmpl-1', choices: [{ index: 0, delta: { content: 'a ✓' } }] }
    const event = service.sealEvent(Buffer.from(`: note\ndata: ${JSON.stringify(chunk)}\n\n`))
    const opened = sealed.openEvent(event)
    expect(opened.chunk).toEqual(chunk)
    expect(Buffer.from(opened.bytes).toString()).toBe(`: note\ndata: ${JSON.stringify(chunk)}\n\n`)
    expect(() => other.sealed.openEvent(event)).toThrow(/not encrypted to this key/)
  })

  test.each([
    ['in clear', (text: string) => text.replace(/"content":"[0-9a-f]+"/, '"content":"clear"')],
    ['for another id', (text: string) => text.replace('chatcmpl-1', 'chatcmpl-2')],
    ['for another choice', (text: string) => text.replace('"index":0', '"index":3')],
    [
      'with a digit changed',
      (text: string) =>
        text.replace(/(?<="content":"[0-9a-f]{140})./, (digit) => (digit === '0' ? '1' : '0')),
    ],
    ['that is no string', (text: string) => text.replace(/"content":"[0-9a-f]+"/, '"content":7')],
    [
      'in capitals',
      (text: string) => text.replace(/(?<="content":")[0-9a-f]+/, (hex) => hex.toUpperCase()),
    ],
  ])('a field %s does not open', (_what, change) => {
    const { sealed, service } = pair(algo, {
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
    })
    const answer = {
      id: 'chatcmpl-1',
      choices: [{ index: 0, message: { role: 'assistant', content: 'an answer of some length' } }],
    }
    const text = JSON.stringify(service.issueAnswer(answer))
    const altered = change(text)
    expect(altered).not.toBe(text)
    expect(() => sealed.openBuffered(Buffer.from(altered))).toThrow(
      expect.objectContaining({ code: 'E2EE_MALFORMED' }) as Error,
    )
  })
})

test.each([
  ['chat', {}],
  ['chat', { messages: [7] }],
  ['chat', { messages: [{ role: 'assistant', content: null }] }],
  ['embeddings', {}],
  ['embeddings', { input: [] }],
  ['embeddings', { input: { text: 'hi' } }],
  ['embeddings', { input: ['hi', [1, 2]] }],
] as const)(
  '%s with %j has nothing to encrypt, or more, and is not sealed',
  (endpoint, request) => {
    const [suite] = suites
    const publicKey = Buffer.from(suite?.publicKeyOf(bytes(32)) ?? []).toString('hex')
    const seal = () =>
      e2eeV2.sealRequest({
        request: { model: 'm', ...request },
        serviceKey: { algo: suite?.algo ?? '', publicKey },
        timestamp,
        randomBytes: bytes,
        endpoint,
      })
    expect(seal).toThrow(expect.objectContaining({ code: 'E2EE_MALFORMED' }) as Error)
  },
)

test('a key of low order is refused', () => {
  const [suite] = suites
  if (!suite) throw new Error('there is a suite')
  expect(() => suite.sharedSecret(bytes(32), new Uint8Array(32))).toThrow()
})

test('no version that is known means that nothing is sent', () => {
  expect(chooseE2eeVersion([])).toBeNull()
  expect(chooseE2eeVersion(['1', '3'])).toBeNull()
  expect(chooseE2eeVersion(['3', '2'])?.version).toBe('2')
})

test('what cannot be hidden is told apart: tools, repeated content, and what says something about it', () => {
  const request = {
    model: 'm',
    tools: [{}],
    tool_choice: 'auto',
    logprobs: true,
    stop: ['x'],
    messages: [
      { role: 'assistant', tool_calls: [{}] },
      { role: 'user', name: 'Ada', content: '' },
    ],
  }
  expect(clearFields(request)).toEqual({
    tools: ['tools', 'tool_choice', 'messages[0].tool_calls'],
    content: ['logprobs'],
    telling: ['stop', 'messages[1].name'],
  })
  expect(clearFields({ model: 'm', tools: [], logprobs: false, stop: null })).toEqual({
    tools: [],
    content: [],
    telling: [],
  })
})

test('numbers that the enclave would write in another way are refused or rounded', () => {
  expect(rustStable({ a: 0.7, b: -0, c: 1, d: 0.1 + 0.2 })).toEqual({ a: 0.7, b: 0, c: 1, d: 0.3 })
  for (const number of [1e-6, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => rustStable([number])).toThrow(/cannot be encrypted/)
  }
  expect(rustStable('a\ud800')).toBe('a\ufffd')
  expect(JSON.stringify(rustStable(JSON.parse('{"__proto__":1,"2":0,"1":0}') as Json))).toBe(
    '{"1":0,"2":0,"__proto__":1}',
  )
})
