import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import {
  clearFields,
  isAllowedInClear,
  nameAll,
  pathWithoutIndices,
} from '#shared/e2ee/in-clear/clear-fields.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

const nothing = { tools: [], content: [], telling: [] }
const base: JsonObject = { model: 'm', messages: [{ role: 'user', content: 'x' }] }

/** Member names that a request may really have, beside any other. */
const memberName = fc.oneof(
  fc.constantFrom('stop', 'tools', 'provider', 'reasoning', 'stream_options', 'n', 'user', 'seed'),
  fc.string({ maxLength: 12 }),
)

test('a text that stands anywhere beside the contents is found, wherever it stands', () => {
  const canary = 'a text that nobody knows'
  const wrap = (value: Json, path: readonly string[]): JsonObject =>
    path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject
  fc.assert(
    fc.property(
      fc.array(memberName, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<Json>(canary, [canary], { [canary]: 1 }),
      fc.constantFrom('top', 'message'),
      (path, value, place) => {
        fc.pre(!['user', 'messages', 'reasoning', 'content'].includes(path[0] ?? ''))
        fc.pre(!path.includes('__proto__'))
        const member = wrap(value, path)
        const request =
          place === 'top'
            ? { ...base, ...member }
            : { ...base, messages: [{ role: 'user', content: 'x', ...member }] }
        const { tools, content, telling } = clearFields(request)
        expect([...tools, ...content, ...telling].length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what nobody reads after the request was made is not counted: who asked, and earlier reasoning', () => {
  const request = {
    ...base,
    user: 'Ada',
    messages: [
      {
        role: 'assistant',
        content: 'x',
        reasoning: 'a',
        reasoning_content: 'b',
        reasoning_details: [1],
      },
    ],
  }
  expect(clearFields(request)).toEqual(nothing)
})

test.each<[string, JsonObject]>([
  ['a number beyond any use', { ...base, seed: 12345678901234 }],
  ['a session list of hex', { ...base, provider: { aci_session_ids: ['ab'.repeat(32)] } }],
  ['a schema-less format', { ...base, response_format: { type: 'json_object' } }],
  ['a switch that is null', { ...base, stream: null }],
])('%s says nothing about the content', (_what, request) => {
  expect(clearFields(request)).toEqual(nothing)
})

test.each<[string, JsonObject]>([
  ['messages[0]', { model: 'm', messages: ['text'] }],
  ['provider', { ...base, provider: 'text' }],
  ['provider.aci_session_ids[0]', { ...base, provider: { aci_session_ids: ['a text'] } }],
  ['stream', { ...base, stream: 'yes, about the weather' }],
  ['model', { ...base, model: 'a model about my illness' }],
  ['constructor', { ...base, constructor: 'text' }],
  ['modalities[0]', { ...base, modalities: ['audio'] }],
])('%s is named', (path, request) => {
  expect(clearFields(request)).toEqual({ ...nothing, telling: [path] })
})

test('an allowance is for one member and what is in it', () => {
  const paths = ['stop', 'metadata.a', pathWithoutIndices('messages[3].name'), 'stopper']
  expect(paths.filter((path) => isAllowedInClear(path, []))).toEqual([])
  const allowed = ['stop', 'metadata', 'messages[].name']
  expect(paths.filter((path) => !isAllowedInClear(path, allowed))).toEqual(['stopper'])
})

test('many names make a sentence of bounded length', () => {
  expect(nameAll(['a', 'b'])).toBe('a, b')
  const many = nameAll(Array.from({ length: 5000 }, (_, index) => `messages[${index}].name`))
  expect(many).toContain('and 4980 more')
  expect(clearFields({ ...base, ['x'.repeat(10_000)]: 1 }).telling[0]?.length).toBe(65)
})

test('tokens are a text in other words: beside texts, too, they are never sent', () => {
  const contentOf = (input: Json) => clearFields({ model: 'm', input }, 'embeddings').content
  expect(contentOf(['a', 'b'])).toEqual([])
  for (const input of [
    [1, 2],
    [[1], [2]],
    ['a', [1]],
  ])
    expect(contentOf(input)).toEqual(['input'])
})
