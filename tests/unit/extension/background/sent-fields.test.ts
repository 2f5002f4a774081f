import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { e2eeV2 } from '#shared/e2ee/e2ee-v2.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { SentField } from '../../../../extension/answer/answer-card.ts'
import {
  fieldsInClear,
  fieldsLeftOut,
  fieldsPassed,
  fieldsSealed,
  toolsIn,
} from '../../../../extension/answer/sent-fields.ts'
import { testKeys } from '../../../support/enclave/make-evidence.ts'

const hex = 'ab'.repeat(100)

/** The body as it is sent, by the same code that sends it. */
function wireOf(request: JsonObject): JsonObject {
  const key = testKeys.custody.find(({ algo }) => algo.startsWith('x25519'))
  if (!key) throw new Error('the test keys have an X25519 key')
  const { body } = e2eeV2.sealRequest({
    request,
    outerModel: 'catalogue-model',
    serviceKey: { algo: key.algo, publicKey: key.publicKey },
    timestamp: 1_800_000_000,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  })
  return JSON.parse(body) as JsonObject
}

function sealedOf(request: JsonObject): Readonly<Record<string, SentField['how']>> {
  const fields = fieldsSealed(wireOf(request), request)
  return Object.fromEntries(fields.map(({ path, how }) => [path, how]))
}

test('of a request in clear every member is told, with the length of what was sent', () => {
  expect(
    fieldsInClear({
      model: 'm',
      messages: [{ role: 'user', content: 'Grüße' }],
      stop: [],
      stream: true,
    }),
  ).toEqual([
    { path: 'model', how: 'clear', bytes: 1 },
    { path: 'messages[0].role', how: 'clear', bytes: 4 },
    { path: 'messages[0].content', how: 'clear', bytes: 7 },
    { path: 'stop', how: 'clear', bytes: 2 },
    { path: 'stream', how: 'clear', bytes: 4 },
  ])
})

test('of an encrypted request the contents are sealed, and nothing else', () => {
  const request: JsonObject = {
    model: 'enclave-model',
    user: 'somebody',
    messages: [
      { role: 'system', content: '' },
      { role: 'user', name: 'Ada', content: [{ type: 'text', text: 'What is this?' }] },
      { role: 'user', content: '["a text that reads as an array"]' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1' }] },
    ],
    temperature: 0.5,
    tools: [{ type: 'function', function: { name: 'find', description: 'Finds.' } }],
  }
  expect(sealedOf(request)).toEqual({
    model: 'clear',
    'messages[0].role': 'clear',
    'messages[0].content': 'sealed',
    'messages[1].role': 'clear',
    'messages[1].name': 'clear',
    'messages[1].content': 'sealed',
    'messages[2].role': 'clear',
    'messages[2].content[0].type': 'clear',
    'messages[2].content[0].text': 'sealed',
    'messages[3].role': 'clear',
    'messages[3].content': 'clear',
    'messages[3].tool_calls[0].id': 'clear',
    temperature: 'clear',
    'tools[0].type': 'clear',
    'tools[0].function.name': 'clear',
    'tools[0].function.description': 'clear',
    'provider.aci_verified': 'clear',
  })
})

test('of tools it is told whether they were left out, or left in clear, or were none', () => {
  const plain = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
  expect(toolsIn(fieldsInClear(plain))).toBeNull()
  expect(toolsIn(fieldsInClear({ ...plain, tool_set: 'a', toolset: 'b' }))).toBeNull()
  expect(toolsIn(fieldsInClear({ ...plain, tools: [{ type: 'function' }] }))).toBe('in clear')
  expect(toolsIn(fieldsInClear({ ...plain, tool_choice: 'auto' }))).toBe('in clear')
  const called = [{ role: 'assistant', tool_calls: [{ id: 'c1' }] }]
  expect(toolsIn(fieldsInClear({ ...plain, messages: called }))).toBe('in clear')
  const long = Array.from({ length: 500 }, () => ({ role: 'user', content: 'Hello' }))
  const inLong = fieldsInClear({ messages: long, tools: [{ type: 'function' }] })
  expect(toolsIn(inLong)).toBe('in clear')
  const leftOut = fieldsLeftOut({ tools: [{ type: 'function' }] })
  expect(leftOut).toEqual([{ path: 'tools', how: 'left-out', bytes: 21 }])
  expect(toolsIn([...fieldsInClear(plain), ...leftOut])).toBe('left out')
})

test('what the enclave does not need is not sent, and so not told', () => {
  const paths = Object.keys(
    sealedOf({
      model: 'm',
      user: 'somebody',
      messages: [{ role: 'assistant', content: 'a', reasoning_content: 'thought' }],
    }),
  )
  expect(paths.filter((path) => /user|reasoning/.test(path))).toEqual([])
})

test('a length is that of the ciphertext, which is what left', () => {
  const request: JsonObject = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
  const [content] = fieldsSealed(wireOf(request), request).filter(({ how }) => how === 'sealed')
  // Hexadecimal of an ephemeral key, a nonce, two bytes and a tag.
  expect(content?.bytes).toBe(2 * (32 + 12 + 2 + 16))
})

test('what only looks like ciphertext is not called sealed', () => {
  const request: JsonObject = {
    model: 'm',
    messages: [{ role: 'user', name: hex, content: 'Hi' }],
    stop: [hex],
    'messages[0].content': hex,
    metadata: { 'messages[0].content': hex },
  }
  const clear = fieldsSealed(wireOf(request), request).filter(({ bytes }) => bytes === hex.length)
  expect(clear.map(({ how }) => how)).toEqual(['clear', 'clear', 'clear', 'clear'])
})

test('a content that left as the page had it is in clear, whatever it looks like', () => {
  const request: JsonObject = { model: 'm', messages: [{ role: 'user', content: hex }] }
  expect(fieldsSealed(request, request)).toContainEqual(
    expect.objectContaining({ path: 'messages[0].content', how: 'clear' }),
  )
  const short: JsonObject = { model: 'm', messages: [{ role: 'user', content: 'ab'.repeat(59) }] }
  expect(fieldsSealed(short, request).map(({ how }) => how)).not.toContain('sealed')
})

test('of a very long request the rest is added up, sealed and in clear apart', () => {
  const request: JsonObject = {
    model: 'm',
    messages: Array.from({ length: 500 }, () => ({ role: 'user', content: 'Hi' })),
  }
  const fields = fieldsSealed(wireOf(request), request)
  expect(fields).toHaveLength(402)
  const [sealed, clear] = fields.slice(-2)
  // One of 1 + 1000 + 1 members is the model, which stands first; the last is the provider's.
  expect(sealed).toEqual({ path: '301 more, encrypted', how: 'sealed', bytes: 301 * 124 })
  expect(clear).toMatchObject({ path: '301 more, in clear', how: 'clear' })
  expect(fields.filter(({ how }) => how === 'sealed')).toHaveLength(200)
})

test('of what its page sends by itself all is in clear, as far as it can be read', () => {
  const passed = (request: string | null, tooLong: number | null = null) =>
    fieldsPassed({ request, tooLong })
  expect(passed('{"model":"m"}')).toEqual([{ path: 'model', how: 'clear', bytes: 1 }])
  expect(passed(null, 9_000_000)).toEqual([
    { path: expect.stringContaining('too long') as string, how: 'clear', bytes: 9_000_000 },
  ])
  expect([passed(null), passed('model=m'), passed('[]')]).toEqual([null, null, null])
})
