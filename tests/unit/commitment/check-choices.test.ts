import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { checkChunk, checkCompletion, choicesAsked } from '#shared/commitment/check-choices.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import vectors from '../../vectors/choices.countersign.json' with { type: 'json' }

const refusal = expect.objectContaining({ code: 'COMPLETION_MALFORMED' }) as Error

test.each(vectors.chunks.accepted)('a chunk with $why is read', ({ body, asked }) => {
  checkChunk(body as JsonObject, asked)
})

test.each(vectors.chunks.refused)('a chunk with $why is refused', ({ body, asked }) => {
  expect(() => checkChunk(body as JsonObject, asked)).toThrow(refusal)
})

test.each(vectors.completions.accepted)('a completion with $why is read', ({ body, asked }) => {
  checkCompletion(body as JsonObject, asked)
})

test.each(vectors.completions.refused)('a completion with $why is refused', ({ body, asked }) => {
  expect(() => checkCompletion(body as JsonObject, asked)).toThrow(refusal)
})

test('a member called __proto__ is refused wherever words are', () => {
  const own = '"__proto__":{"content":"forged"}'
  for (const text of [
    `{"choices":[],${own}}`,
    `{"choices":[{"index":0,"delta":{},${own}}]}`,
    `{"choices":[{"index":0,"delta":{${own}}}]}`,
    `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,${own}}]}}]}`,
    `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{${own}}}]}}]}`,
  ]) {
    expect(() => checkChunk(JSON.parse(text) as JsonObject, 1), text).toThrow(refusal)
  }
})

test('a request asks for one choice unless its n is a count', () => {
  for (const n of [undefined, null, 1, 0, -1, 1.5, '2', [2], true, 1e300]) {
    expect(choicesAsked(n as Json | undefined), String(n)).toBe(1)
  }
  expect(choicesAsked(3)).toBe(3)
})
