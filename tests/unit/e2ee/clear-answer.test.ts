import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clearInAnswer, clearInChunk } from '#shared/e2ee/in-clear/clear-answer.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

const said = { role: 'assistant', content: 'opened', reasoning: null, reasoning_content: 'opened' }

/** As one of the common hosts of models answers. */
const head: JsonObject = {
  id: 'chatcmpl-4f1e',
  object: 'chat.completion',
  created: 1_800_000_000,
  model: 'phala/llama-3.3-70b-instruct',
  system_fingerprint: null,
  service_tier: 'default',
  prompt_logprobs: null,
  kv_transfer_params: null,
  usage: {
    prompt_tokens: 7,
    completion_tokens_details: { reasoning_tokens: 0 },
    prompt_tokens_details: null,
  },
}
const choice = { index: 0, finish_reason: 'stop', logprobs: null, stop_reason: null }
const quiet = { refusal: null, annotations: [], audio: null, tool_calls: [], function_call: null }

function answer(
  more: JsonObject = {},
  inChoice: JsonObject = {},
  top: JsonObject = {},
): JsonObject {
  const message = { ...said, ...quiet, ...more }
  return { ...head, choices: [{ ...choice, message, ...inChoice }], ...top }
}

function chunk(more: JsonObject = {}, inChoice: JsonObject = {}, top: JsonObject = {}): JsonObject {
  const delta = { ...said, ...quiet, ...more }
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ ...choice, delta, ...inChoice }],
    ...top,
  }
}

test('an answer and a chunk in order have nothing in clear', () => {
  expect(clearInAnswer(answer())).toEqual([])
  expect(clearInChunk(chunk())).toEqual([])
  expect(clearInChunk({ ...head, choices: [] })).toEqual([])
})

test('sound is encrypted in a buffered answer, and in a stream it is not', () => {
  const audio = { id: 'audio-1', data: 'opened', expires_at: 1 }
  expect(clearInAnswer(answer({ audio }))).toEqual([])
  expect(clearInAnswer(answer({ audio: { ...audio, transcript: 'x' } }))).toEqual([
    'choices[0].message.audio.transcript',
  ])
  expect(clearInChunk(chunk({ audio }))).toEqual(['choices[0].delta.audio'])
})

test.each<[string, JsonObject]>([
  ['refusal', { refusal: 'No.' }],
  ['reasoning_details', { reasoning_details: [{ text: 'x' }] }],
  ['annotations', { annotations: [{}] }],
  ['tool_calls', { tool_calls: [{ id: 'a' }] }],
  ['function_call', { function_call: { name: 'f' } }],
  ['images', { images: ['data:'] }],
  ['role', { role: 'I think that you are ill' }],
  ['anything', { anything: 1 }],
])('%s of a message is named', (name, more) => {
  expect(clearInAnswer(answer(more))).toEqual([`choices[0].message.${name}`])
  expect(clearInChunk(chunk(more))).toEqual([`choices[0].delta.${name}`])
})

test.each<[string, JsonObject]>([
  ['logprobs', { logprobs: { content: [{ token: 'x' }] } }],
  ['stop_reason', { stop_reason: 'the word that stopped it' }],
  ['finish_reason', { finish_reason: 'because you asked' }],
  ['text', { text: 'a completion of the older kind' }],
  ['token_ids', { token_ids: [1, 2] }],
])('%s of a choice is named', (name, more) => {
  expect(clearInAnswer(answer({}, more))).toEqual([`choices[0].${name}`])
  expect(clearInChunk(chunk({}, more))).toEqual([`choices[0].${name}`])
})

test('a message in a chunk, and a delta in an answer, are never opened: they are named', () => {
  expect(clearInChunk(chunk({}, { message: said }))).toEqual(['choices[0].message'])
  expect(clearInAnswer(answer({}, { delta: said }))).toEqual(['choices[0].delta'])
})

test.each<[string, JsonObject]>([
  ['id', { id: 'an id with a sentence in it' }],
  ['model', { model: 'a sentence' }],
  ['usage', { usage: { note: 'a sentence' } }],
  ['usage', { usage: { tokens: [1, 2] } }],
  ['usage', { usage: { 'a sentence': 1 } }],
  ['citations', { citations: ['x'] }],
  ['prompt_token_ids', { prompt_token_ids: [1] }],
  ['choices', { choices: 'text' }],
  ['choices[0]', { choices: ['text'] }],
])('%s of an answer is named', (path, top) => {
  expect(clearInAnswer(answer({}, {}, top))).toEqual([path])
  expect(clearInChunk(chunk({}, {}, top))).toEqual([path])
})

test('a text is found wherever it stands outside of what is encrypted', () => {
  const text = 'a text that nobody knows'
  const name = fc.oneof(fc.constantFrom('refusal', 'usage', 'audio', 'id'), fc.string())
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), fc.nat(2), (path, place) => {
      fc.pre(
        !path.some((each) =>
          /^(?:__proto__|content|reasoning|reasoning_content|error|data)$/.test(each),
        ),
      )
      fc.pre(!/^(?:choices|message|delta)$/.test(path[0] ?? ''))
      const more = path.reduceRight<unknown>(
        (inner, each) => ({ [each]: inner }),
        text,
      ) as JsonObject
      const at = [{}, {}, {}].with(place, more) as [JsonObject, JsonObject, JsonObject]
      expect(clearInAnswer(answer(...at)).length).toBeGreaterThan(0)
      expect(clearInChunk(chunk(...at)).length).toBeGreaterThan(0)
    }),
    { numRuns: 1_000 },
  )
})
