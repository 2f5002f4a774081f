import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { gatherStream } from '#shared/exchange/bodies/gather-stream.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { clearTextOfAnswer, clearTextOfRequest } from '#shared/near/clear-text.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { nearClearFields } from '#shared/near/near-clear-fields.ts'
import { sealNearRequest } from '#shared/near/seal-near-request.ts'
import { createNearService } from '#shared/simulation/near-service.ts'

const draw = (length: number) => new Uint8Array(randomBytes(length))
const venice = fieldSchemes['venice-1']
const host = venice.cipher.drawClientKey(draw)
const service = createNearService(venice, host.privateKey, draw)

const chat: JsonObject = {
  model: 'e2ee-m',
  temperature: 0.5,
  user: 'somebody',
  messages: [
    { role: 'system', content: 'canary' },
    { role: 'user', content: [{ type: 'text', text: 'canary' }] },
  ],
}

const seal = (request: JsonObject) => {
  const sealed = sealNearRequest(venice, {
    request,
    recipient: host.publicKey,
    randomBytes: draw,
  })
  return { ...sealed, wire: parseJsonObject(sealed.body).value }
}

test('a field of an empty text has 186 digits, and nothing shorter is a field', () => {
  const empty = venice.cipher.seal('', host.publicKey, draw)
  expect(empty).toHaveLength(186)
  expect(venice.cipher.isField(empty)).toBe(true)
  expect(venice.cipher.isField(empty.slice(2))).toBe(false)
  expect(venice.cipher.isField('in clear')).toBe(false)
})

describe('a request', () => {
  test('has nothing of what was asked in clear, asks for a stream, and a host reads it', () => {
    expect(nearClearFields(venice, chat)).toEqual({ tools: [], content: [], telling: [] })
    const { wire, body } = seal(chat)
    expect(parseUtf8(body)).not.toContain('canary')
    expect(clearTextOfRequest(venice, wire)).toEqual([])
    const { user: _user, ...rest } = chat
    expect(service.open(wire)).toEqual({ ...rest, stream: true })
  })

  test.each<[string, JsonObject]>([
    ['tools[0]', { tools: [{ type: 'function', function: { name: 'canary' } }] }],
    ['tool_choice', { tool_choice: 'auto' }],
    ['messages[0].name', { messages: [{ role: 'user', name: 'canary', content: 'x' }] }],
    ['messages[0].role', { messages: [{ role: 'tool', content: 'x' }] }],
    ['venice_parameters', { venice_parameters: { enable_web_search: 'on' } }],
    ['web_search_options', { web_search_options: { query: 'canary' } }],
  ])('is never sent with %s, whoever allows it', (path, more) => {
    const { content } = nearClearFields(venice, { ...chat, ...more })
    expect(content.some((each) => path.startsWith(each))).toBe(true)
  })

  test('names what may be allowed', () => {
    expect(nearClearFields(venice, { ...chat, stop: 'canary' }).telling).toEqual(['stop'])
  })
})

describe('an answer', () => {
  const { opener, clientKey } = seal(chat)
  const chunk = (delta: JsonObject, reason: string | null = null): JsonObject => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'e2ee-m',
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
  const event = (value: JsonObject) => utf8ToBytes(`data: ${JSON.stringify(value)}\n\n`)
  const sealedEvent = (value: JsonObject) => event(service.seal(value, clientKey))
  const done = utf8ToBytes('data: [DONE]\n\n')

  test('of a stream opens chunk by chunk', () => {
    const said = chunk({ content: 'canary', reasoning_content: 'canary' })
    const sealed = service.seal(said, clientKey)
    expect(JSON.stringify(sealed)).not.toContain('canary')
    expect(clearTextOfAnswer(venice, sealed)).toEqual([])
    expect(opener.openEvent(event(sealed)).chunk).toEqual(said)
  })

  test.each<[string, JsonObject]>([
    ['content', { content: 'in clear' }],
    ['reasoning', { reasoning_content: 'in clear' }],
    ['a refusal', { refusal: 'in clear' }],
    ['a call', { tool_calls: [{ index: 0, function: { name: 'in_clear', arguments: '' } }] }],
    ['hex that is too short', { content: 'ab'.repeat(92) }],
  ])('with %s in clear in one chunk is refused by who asked, and seen on the way', (_name, lie) => {
    const whole = { content: venice.cipher.seal('x', clientKey, draw), ...lie }
    expect(clearTextOfAnswer(venice, chunk(whole))).not.toEqual([])
    expect(() => opener.openEvent(event(chunk(whole)))).toThrow(/clear|not encrypted/)
  })

  function gather(events: readonly Uint8Array[]): JsonObject {
    const { read, opener: whole } = gatherStream(opener)
    const reader = read(null)
    for (const each of events) expect(reader.open(each)).toHaveLength(0)
    return whole.openBuffered(reader.end().rest ?? draw(0)).value
  }

  test('that was asked for as a whole is put together', () => {
    const answer = gather([
      sealedEvent(chunk({ role: 'assistant', content: 'one ' })),
      sealedEvent(chunk({ content: 'two' })),
      sealedEvent({ ...chunk({}, 'stop'), usage: { total_tokens: 3 } }),
      done,
    ])
    const message = { role: 'assistant', content: 'one two' }
    expect(answer).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'e2ee-m',
      usage: { total_tokens: 3 },
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })
  })

  test('that does not come to its end has finished nothing', () => {
    const { choices } = gather([sealedEvent(chunk({ content: 'one' }, 'stop'))])
    expect(choices).toMatchObject([{ finish_reason: null }])
  })

  test('with one event in clear is none, whatever the others are', () => {
    const events = [sealedEvent(chunk({ content: 'a' })), event(chunk({ content: 'b' }, 'stop'))]
    expect(() => gather([...events, done])).toThrow('could not be decrypted')
  })
})
