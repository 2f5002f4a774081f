import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { bytesToHex, parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { clearTextOfAnswer, clearTextOfRequest } from '#shared/near/clear-text.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { nearClearFields } from '#shared/near/near-clear-fields.ts'
import { createMarkedBodyReader } from '#shared/body-relay/marked-body-reader.ts'
import { sealNearRequest } from '#shared/near/seal-near-request.ts'
import { answerTail } from '#shared/body-relay/answer-tail.ts'
import { createNearService } from '#shared/simulation/near-service.ts'

const draw = (length: number) => new Uint8Array(randomBytes(length))
const seed = draw(32)
const near = fieldSchemes['near-2']
const service = createNearService(near, ed25519.utils.toMontgomerySecret(seed), draw)
const recipient = bytesToHex(ed25519.utils.toMontgomery(ed25519.getPublicKey(seed)))

const chat: JsonObject = {
  model: 'm',
  temperature: 0.5,
  user: 'somebody',
  messages: [
    { role: 'system', content: 'canary' },
    { role: 'user', name: 'canary', content: [{ type: 'text', text: 'canary' }] },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'canary', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '["canary"]' },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'canary', description: 'canary', parameters: { canary: true } },
    },
  ],
  tool_choice: { type: 'function', function: { name: 'canary' } },
}

const seal = (request: JsonObject) => {
  const sealed = sealNearRequest(near, { request, recipient, randomBytes: draw })
  return { ...sealed, wire: parseJsonObject(sealed.body).value }
}

describe('a request', () => {
  test('has nothing of what was asked in clear, and a host reads all of it', () => {
    expect(nearClearFields(near, chat)).toEqual({ tools: [], content: [], telling: [] })
    const { wire, body } = seal(chat)
    expect(parseUtf8(body)).not.toContain('canary')
    expect(clearTextOfRequest(near, wire)).toEqual([])
    const { user: _user, ...rest } = chat
    const messages = rest['messages'] as readonly JsonObject[]
    const [system, asked, called, result] = messages
    const list = [{ type: 'text', text: '["canary"]' }]
    expect(service.open(wire)).toEqual({
      ...rest,
      messages: [system, asked, called, { ...result, content: list }],
    })
  })

  test.each<[string, JsonObject]>([
    ['messages[0].canary', { messages: [{ role: 'user', content: 'x', canary: 'y' }] }],
    ['messages[0].tool_calls[0].type', { messages: [{ tool_calls: [{ type: 'custom' }] }] }],
    ['tools[0].custom', { tools: [{ custom: {} }] }],
    ['tools[0].function.strict', { tools: [{ function: { strict: 'canary' } }] }],
    ['tool_choice.allowed_tools', { tool_choice: { allowed_tools: {} } }],
    ['functions', { functions: [{ name: 'canary' }] }],
    ['logprobs', { logprobs: true }],
  ])('is never sent with %s, whoever allows it', (path, more) => {
    expect(nearClearFields(near, { ...chat, ...more }).content).toContain(path)
  })

  test('names what may be allowed', () => {
    expect(nearClearFields(near, { ...chat, stop: 'canary' }).telling).toEqual(['stop'])
    const messages = [{ role: 'tool', tool_call_id: 'functions.canary:0', content: 'x' }]
    expect(nearClearFields(near, { ...chat, messages }).telling).toEqual([
      'messages[0].tool_call_id',
    ])
  })

  test.each<[string, JsonObject]>([
    ['no messages', { messages: 'canary' }],
    ['a message that is a text', { messages: ['canary'] }],
    ['a number for content', { messages: [{ role: 'user', content: 7 }] }],
    ['an object for a name', { tools: [{ function: { name: { canary: 1 } } }] }],
  ])('with %s is not sealed at all', (_name, more) => {
    expect(() => seal({ ...chat, ...more })).toThrow()
  })

  test('in clear is known by its form', () => {
    expect(clearTextOfRequest(near, chat)).toContain('messages[0].content')
    expect(clearTextOfRequest(near, chat)).toContain('tools[0].function.name')
  })
})

describe('an answer', () => {
  const { opener, clientKey } = seal(chat)
  const message = {
    role: 'assistant',
    content: 'canary',
    reasoning_content: 'canary',
    refusal: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'canary', arguments: '{}' } }],
  }
  const answer: JsonObject = {
    id: 'chatcmpl-1',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
  }
  const sealed = service.seal(answer, clientKey)
  const bytesOf = (value: JsonObject) => utf8ToBytes(JSON.stringify(value))
  const withMessage = (more: JsonObject): JsonObject => {
    const [choice] = sealed['choices'] as readonly JsonObject[]
    const inner = { ...(choice?.['message'] as JsonObject), ...more }
    return { ...sealed, choices: [{ ...choice, message: inner }] }
  }

  test('opens, and nothing of it was in clear', () => {
    expect(JSON.stringify(sealed)).not.toContain('canary')
    expect(clearTextOfAnswer(near, sealed)).toEqual([])
    expect(opener.openBuffered(bytesOf(sealed)).value).toEqual(answer)
  })

  test.each<[string, JsonObject]>([
    ['content', { content: 'in clear' }],
    ['reasoning', { reasoning: 'in clear' }],
    ['a refusal', { refusal: 'in clear' }],
    ['a call', { tool_calls: [{ function: { name: 'in clear', arguments: '' } }] }],
    ['content as parts', { content: [{ type: 'text', text: 'in clear' }] }],
  ])('with %s in clear is refused by who asked, and seen by who passes it on', (_name, more) => {
    const lie = withMessage(more)
    expect(clearTextOfAnswer(near, lie)).not.toEqual([])
    expect(() => opener.openBuffered(bytesOf(lie))).toThrow(/clear|not encrypted/)
  })

  test.each<[string, JsonObject]>([
    ['annotations', { annotations: [{ text: 'in clear' }] }],
    ['a member that nobody knows', { thoughts: 'in clear' }],
    ['what was heard', { audio: { transcript: 'in clear' } }],
  ])('with %s in clear is refused by who asked', (_name, more) => {
    expect(() => opener.openBuffered(bytesOf(withMessage(more)))).toThrow('came in clear')
  })

  test('of a stream opens chunk by chunk, and one in clear is refused', () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'canary' }, finish_reason: null }] }
    const event = (value: JsonObject) => utf8ToBytes(`data: ${JSON.stringify(value)}\n\n`)
    expect(opener.openEvent(event(service.seal(chunk, clientKey))).chunk).toEqual(chunk)
    expect(() => opener.openEvent(event(chunk))).toThrow('not encrypted')
  })

  test('to somebody else does not open', () => {
    const other = bytesToHex(ed25519.getPublicKey(draw(32)))
    expect(() => opener.openBuffered(bytesOf(service.seal(answer, other)))).toThrow('not encrypted')
  })
})

describe('the body of an answer', () => {
  test.each([1, 3, 1_000])('is told from what stands behind it, in pieces of %i bytes', (size) => {
    const reader = createMarkedBodyReader()
    const whole = Buffer.concat([Buffer.from('{"a":1}'), answerTail('{"svc":1}')])
    let own = ''
    for (let at = 0; at < whole.length; at += size) {
      own += parseUtf8(reader.open(new Uint8Array(whole.subarray(at, at + size))))
    }
    expect(own).toBe('{"a":1}')
    expect(parseUtf8(reader.end().tail)).toBe('{"svc":1}')
  })

  test('ends in nothing that is no mark', () => {
    const reader = createMarkedBodyReader()
    reader.open(Uint8Array.of(0x7b, 0xff, 0xff, 0x00, 0x00))
    expect(() => reader.end()).toThrow('follow the answer')
  })
})
