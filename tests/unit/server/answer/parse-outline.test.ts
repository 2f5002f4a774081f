import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import { defaultLimits } from '../../../../server/gateway/config/size-limits.ts'
import { decodeUtf8 } from '../../../../server/gateway/common/decode-utf8.ts'
import { parseOutline } from '../../../../server/gateway/answer/request/parse-outline.ts'
import { lastOf } from '../../../support/in-memory/last-of.ts'

const limits = defaultLimits.request
const long = 'long text — '.repeat(100)

function outcomeOf<Result>(parse: () => Result): Result | string {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return `${error.code} ${error.message} ${error.path}`
  }
}

const wholeOf = (bytes: Uint8Array) =>
  outcomeOf(() => lastOf(parseJsonObjectInPasses(bytes, decodeUtf8, limits)))
const outlineOf = (bytes: Uint8Array) => outcomeOf(() => lastOf(parseOutline(bytes, limits)))

/** The value where each long text below the outermost object is empty. */
function emptied(value: Json, depth = 0): Json {
  if (typeof value === 'string') return depth > 1 && value.length > 900 ? '' : value
  if (Array.isArray(value)) return value.map((item: Json) => emptied(item, depth + 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, emptied(member as Json, depth + 1)]),
  )
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('\n', '"', '\\', '\t/', '\\"', '\\\\', 'é', '😀').map((odd) => long + odd + long),
  fc.constant(long),
)
const name = fc.oneof(fc.constantFrom('role', 'content', 'a'), text)
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<Json>(null, true, 0, 1.5),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

test('an outline is the value, but for the words of long texts', () => {
  let outlined = 0
  fc.assert(
    fc.property(
      fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }),
      fc.constantFrom('', ' '),
      fc.nat(7),
      (given, space, before) => {
        // Bytes of a request begin anywhere in the buffer that a read brought.
        const bytes = Buffer.from(' '.repeat(before) + JSON.stringify(given, null, space)).subarray(
          before,
        )
        const outline = outlineOf(bytes)
        const whole = wholeOf(bytes)
        if (typeof outline === 'string' || typeof whole === 'string') throw new Error('not read')
        outlined += outline.texts.length
        expect(outline.members).toEqual(whole.members)
        expect(outline.value).toEqual(
          outline.texts.length === 0 ? whole.value : emptied(whole.value),
        )
      },
    ),
  )
  expect(outlined).toBeGreaterThan(0)
})

test('bytes that are changed somewhere are refused alike, or read alike', () => {
  let refused = 0
  fc.assert(
    fc.property(
      fc.dictionary(name, value, { minKeys: 1, maxKeys: 3 }),
      fc.nat(),
      fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],:u\u0000\n 0')), fc.nat(255)),
      fc.constantFrom('replace', 'insert', 'cut'),
      (given, seed, byte, change) => {
        const bytes = Buffer.from(JSON.stringify({ a: [given] }))
        const at = seed % bytes.length
        const changed = {
          replace: [bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at + 1)],
          insert: [bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)],
          cut: [bytes.subarray(0, at)],
        }[change]
        const whole = wholeOf(Buffer.concat(changed))
        const outline = outlineOf(Buffer.concat(changed))
        refused += typeof whole === 'string' ? 1 : 0
        if (typeof whole === 'string' || typeof outline === 'string') expect(outline).toBe(whole)
        else expect(outline.members).toEqual(whole.members)
      },
    ),
    { numRuns: 1_000 },
  )
  expect(refused).toBeGreaterThan(0)
})

test.each([
  ['a line break in a long text', `["${long}\n"]`],
  ['an escape that JSON has not', `["${long}\\a"]`],
  ['half a pair', `["${long}\\ud800"]`],
  ['a long text that does not end', `["${long}\\"`],
  ['a long name that stands twice', `[{"${long}":1,"${long}":2}]`],
  ['a name twice beside long texts', `[{"a":"${long}","a":"${long}"}]`],
])('%s is refused', (_, list) => {
  const bytes = Buffer.from(`{"messages":${list}}`)
  expect(outlineOf(bytes)).toEqual(expect.any(String))
  expect(outlineOf(bytes)).toBe(wholeOf(bytes))
})

test('bytes in a long text that are no UTF-8 are refused', () => {
  const bytes = Buffer.from(`{"messages":["${long}?${long}"]}`)
  bytes[bytes.indexOf('?')] = 0xff
  expect(outlineOf(bytes)).toBe(wholeOf(bytes))
  expect(outlineOf(bytes)).toContain('JSON_MALFORMED')
})
