import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { copyPieces, piecesLength } from '#shared/json/canonical-pieces.ts'
import { readPlainJson, type PlainMember } from '#shared/json/read-plain-json.ts'
import { decodeUtf8 } from '../../../server/gateway/common/decode-utf8.ts'
import vectors from '../../vectors/canonical-json.rfc8785.json' with { type: 'json' }

/** The same value as others write it: with space, members in any order, escapes that nobody needs. */
const written: fc.Arbitrary<string> = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    fc.constantFrom(undefined, 1, '\t', ' \n'),
    fc.constantFrom('none', 'none', 'slash', 'unicode'),
  )
  .map(([value, space, escape]) => {
    const text = JSON.stringify(value, null, space)
    if (escape === 'slash') return text.replaceAll('/', '\\/')
    return escape === 'unicode'
      ? text.replaceAll(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : text
  })

const plainText = fc.stringMatching(/^[a-z"\\\n\té— ]{0,40}$/u)
const message = fc.record(
  {
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(
      plainText,
      fc.array(fc.record({ type: fc.constant('text'), text: plainText })),
    ),
    name: plainText,
    n: fc.oneof(fc.integer(), fc.constantFrom(0, 0, 7, 1.5, 123456789012345)),
  },
  { requiredKeys: ['role'] },
)
const conversation = fc
  .tuple(fc.array(message), fc.constantFrom(undefined, 2))
  .map(([messages, space]) => JSON.stringify(messages, null, space))

const anything = fc.stringMatching(/^[-{}[\]",:\\\w .+eE\n]{0,24}$/)
const limits = { values: 100_000, depth: 128 }

interface Read {
  readonly value: unknown
  readonly members: readonly object[]
}

/** What the strict reader gives, or null where it refuses. */
function strictly(text: Uint8Array): Read | null {
  try {
    return parseJsonObject(text, decodeUtf8)
  } catch {
    return null
  }
}

function canonicalText({ canonical }: PlainMember, text: Uint8Array): string | null {
  if (canonical === null) return null
  const bytes = new Uint8Array(piecesLength(canonical))
  copyPieces({ pieces: canonical, text }, bytes, 0)
  return Buffer.from(bytes).toString()
}

/** Whether an outline is of a value: other texts stand for those that are long or not plain. */
function isOutlineOf(outline: unknown, value: unknown): boolean {
  if (typeof value === 'string' && typeof outline === 'string') {
    const isPlain = /^[\x20-\x7f]{0,63}$/.test(value) && !/["\\]/.test(value)
    return isPlain ? outline === value : outline.length > 1024
  }
  if (value === null || typeof value !== 'object') return Object.is(outline, value)
  if (outline === null || typeof outline !== 'object') return false
  const [names, others] = [Object.keys(value), Object.keys(outline)]
  return (
    Array.isArray(value) === Array.isArray(outline) &&
    names.length === others.length &&
    names.every((name) =>
      isOutlineOf(
        (outline as Record<string, unknown>)[name],
        (value as Record<string, unknown>)[name],
      ),
    )
  )
}

function expectRead(text: Uint8Array): boolean {
  const plain = readPlainJson(text, limits)
  if (plain === null) return false
  const strict = strictly(text)
  expect(strict).not.toBeNull()
  expect(isOutlineOf(plain.outline, strict?.value)).toBe(true)
  const places = plain.members.map(({ canonical: _canonical, ...place }) => place)
  expect(places).toEqual(strict?.members)
  for (const member of plain.members) {
    const copied = canonicalText(member, text)
    const value = ((strict as Read).value as Record<string, Json>)[member.key] as Json
    if (copied !== null) expect(copied).toBe(canonicalJson(value))
  }
  return true
}

test('what is read plainly is read strictly alike, and copied as RFC 8785 writes it', () => {
  let read = 0
  fc.assert(
    fc.property(
      fc.oneof(conversation, written, anything),
      fc.constantFrom('{"a":', '{"b":1,"a":', ' { "a" :\n'),
      fc.constantFrom('}', ',"c":0.5}', ' ,"a":2}', '}}'),
      fc.nat(3),
      (text, before, after, shift) => {
        // At each place of a word, since four bytes are looked at together.
        const bytes = Buffer.from(' '.repeat(shift) + before + text + after).subarray(shift)
        if (expectRead(bytes)) read += 1
      },
    ),
    { numRuns: 6000 },
  )
  expect(read).toBeGreaterThan(600)
})

test('whatever byte of a good request is changed, nothing is read that the strict reader refuses', () => {
  const good = Buffer.from(
    '{"model":"m","messages":[{"role":"user","content":"a \\"quoted\\" word, \u00e9, and more of it\\n"},{"role":"user","content":[{"type":"text","text":""}]}],"n":1,"temperature":0.7,"stop":null,"stream":true}',
  )
  expect(readPlainJson(good, limits)).not.toBeNull()
  for (let at = 0; at < good.length; at++) {
    for (const byte of [
      0x00, 0x0a, 0x1f, 0x20, 0x22, 0x2c, 0x2d, 0x30, 0x3a, 0x5b, 0x5c, 0x5d, 0x65, 0x7b, 0x7d,
      0x7f,
    ]) {
      const changed = new Uint8Array(good)
      changed[at] = byte
      if (isUtf8(changed)) expectRead(changed)
    }
  }
})

test.each(vectors.documents)(
  'of the sample $input nothing else is copied',
  ({ input, canonical }) => {
    const text = Buffer.from(`{"a":${input}}`)
    const copied = readPlainJson(text, limits)?.members.map((member) => canonicalText(member, text))
    if (copied !== undefined && copied[0] !== null) expect(copied).toEqual([canonical])
  },
)

test.each([
  '"\\u0041"',
  '"\\/"',
  '{"é":1}',
  '{"\\n":1}',
  '{"x":1,"x":2}',
  '{"__proto__":1}',
  '1e999',
  '01',
  '"\t"',
  'nul',
])('%s is left to the strict reader', (text) => {
  expect(readPlainJson(Buffer.from(`{"a":[${text}],"b":1}`), limits)).toBeNull()
})

test.each(['1.0', '1e3', '-0', '12345678901234567'])(
  'a member with the number %s is read, and not copied',
  (number) => {
    const members = readPlainJson(Buffer.from(`{"a":[${number}],"b":1}`), limits)?.members
    expect(members?.map(({ canonical }) => canonical !== null)).toEqual([false, true])
  },
)

test('of eleven members one that stands twice is found, as of two', () => {
  const many = Array.from({ length: 10 }, (_, index) => `"k${9 - index}":1`).join()
  for (const text of [`{"a":{${many},"k4":2}}`, '{"a":{"x":1,"w":1,"x":2}}', '{"x":1,"x":2}']) {
    expect(readPlainJson(Buffer.from(text), limits)).toBeNull()
  }
  expect(readPlainJson(Buffer.from(`{"a":{${many}}}`), limits)).not.toBeNull()
})

test('the limits are those of the strict reader', () => {
  const nested = (depth: number) => Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
  const deep = (levels: number, depth: number) =>
    readPlainJson(nested(levels), { values: 1_000, depth }) !== null
  expect([deep(9, 10), deep(10, 10), deep(127, 500), deep(128, 500)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  const list = Buffer.from('{"a":[1,2,{"b":3}]}')
  expect(readPlainJson(list, { values: 5, depth: 9 })).not.toBeNull()
  expect(readPlainJson(list, { values: 4, depth: 9 })).toBeNull()
})

test('what is nested deep is copied in its order, and what would be moved again and again is not read', () => {
  const nest = (depth: number, inner: string) =>
    `${'{"b":{},"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`
  expect(expectRead(Buffer.from(nest(120, `"${'x'.repeat(100_000)}"`)))).toBe(true)
  const many = Array.from({ length: 20_000 }, () => '{"b":1,"a":2}').join()
  expect(expectRead(Buffer.from(nest(2, `[${many}]`)))).toBe(true)
  expect(readPlainJson(Buffer.from(nest(100, `[${many}]`)), limits)).toBeNull()
})

test('a text of more than 1 MiB is left to the strict reader, which stops between its passes', () => {
  const text = (bytes: number) => Buffer.from(`{"a":"${'x'.repeat(bytes - 8)}"}`)
  expect(readPlainJson(text(2 ** 20), limits)).not.toBeNull()
  expect(readPlainJson(text(2 ** 20 + 1), limits)).toBeNull()
})
