import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { parseJsonObject, parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import { lastOf } from '../../support/in-memory/last-of.ts'

const parse = (text: string) => parseJsonObject(Buffer.from(text))
const object = fc.json().filter((text) => text.startsWith('{'))

test('a good object is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(object, (text) => {
      expect(parse(text).value).toEqual(JSON.parse(text))
    }),
  )
})

test('members are found where they stand', () => {
  const text = ' { "a" : 1.0 ,\n"b\\"" :"}:," ,"é":[{"a":2}], "":{}}'
  const bytes = Buffer.from(text)
  const { members } = parseJsonObject(bytes)
  const values = members.map(({ valueStart, valueEnd }) =>
    bytes.toString('utf8', valueStart, valueEnd),
  )
  expect(values).toEqual(['1.0', '"}:,"', '[{"a":2}]', '{}'])
  expect(members.map(({ keyStart }) => bytes[keyStart])).toEqual([34, 34, 34, 34])
  expect(members.map(({ key }) => key).filter((key) => key !== 'Ã©')).toEqual(['a', 'b"', ''])
})

test('a member that stands twice is found among 200,000 without comparing each with each', () => {
  const members = Array.from({ length: 200_000 }, (_, index) => `"a${index}":1`).join(',')
  const started = process.cpuUsage()
  expect(() => parse(`{${members},"a7":1}`)).toThrow(
    expect.objectContaining({ code: 'JSON_DUPLICATE_KEY', path: '/a7' }) as Error,
  )
  // Of this process: a busy machine is slow.
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
})

test('a member that stands twice is found, wherever it is', () => {
  fc.assert(
    fc.property(object, fc.string({ unit: 'grapheme' }), fc.nat(3), (inner, name, depth) => {
      const key = JSON.stringify(name)
      const escaped = `"${escapeAll(name)}"`
      const twice = `{${key}:1,"_${name.length}":${inner},${escaped}:2}`
      const text = `${'{"x":['.repeat(depth)}${twice}${']}'.repeat(depth)}`
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ code: 'JSON_DUPLICATE_KEY' }) as Error,
      )
    }),
  )
})

function escapeAll(name: string): string {
  return Array.from(name.split(''), (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  }).join('')
}

const refused: readonly (readonly [string, string, string])[] = [
  ['[]', 'JSON_MALFORMED', ''],
  ['{"a":}', 'JSON_MALFORMED', ''],
  ['{"a":1e999}', 'JSON_NOT_CANONICALIZABLE', '/a'],
  ['{"a":[{"b/~":"\\ud800"}]}', 'JSON_NOT_CANONICALIZABLE', '/a/0/b~1~0'],
  ['{"a":{"\\ud800":1}}', 'JSON_NOT_CANONICALIZABLE', '/a'],
  [`{"a":${'['.repeat(128)}${']'.repeat(128)}}`, 'JSON_TOO_DEEP', ''],
  ['{"a":1,"a":2}', 'JSON_DUPLICATE_KEY', '/a'],
]

test.each(refused)('%s is refused with %s at "%s"', (text, code, path) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code, path }) as Error)
})

test('127 levels inside are read', () => {
  expect(() => parse(`{"a":${'['.repeat(127)}${']'.repeat(127)}}`)).not.toThrow()
})

test('a text that is all backslashes is read in a straight line', () => {
  const text = `{"a":"${'\\\\'.repeat(500_000)}","b":"${'\\"'.repeat(500_000)}"}`
  expect(parse(text).members).toHaveLength(2)
})

test('a name of megabytes is read as what it is', () => {
  const name = '\\n'.repeat(4 * 1024 * 1024)
  const bytes = new TextEncoder().encode(`{"${name}":1}`)
  const { members } = parseJsonObject(bytes)
  expect(members.map(({ key }) => key === '\n'.repeat(4 * 1024 * 1024))).toEqual([true])
})

test('what is nested too deeply is refused before it is decoded or parsed', () => {
  const decode = () => expect.unreachable('it was decoded')
  const bytes = new TextEncoder().encode('['.repeat(129))
  expect(() => parseJsonObject(bytes, decode)).toThrow(
    expect.objectContaining({ code: 'JSON_TOO_DEEP' }),
  )
})

/** What comes of it, refusals included. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    const { code, path, message } = error as { code: string; path: string; message: string }
    return { code, path, message }
  }
}

function inPasses(text: string, depth = 128): unknown {
  const bytes = Buffer.from(text, 'latin1')
  const limits = { values: 1_000, depth }
  return lastOf(parseJsonObjectInPasses(bytes, parseUtf8, limits))
}

test('in passes the same is read, and the same is refused', () => {
  const texts = fc.oneof(
    object,
    fc.json(),
    fc.constantFrom(...refused.map(([text]) => text)),
    fc.string({ unit: fc.constantFrom(...'{}[]":,\\1 \u00ff'.split('')) }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text, 'latin1')
      expect(outcomeOf(() => inPasses(text))).toEqual(outcomeOf(() => parseJsonObject(bytes)))
    }),
  )
})

test('in passes the caller’s limits hold, and never a deeper nesting than is read', () => {
  const many = `{"x":[${'1,'.repeat(1_000)}1]}`
  expect(outcomeOf(() => inPasses(many))).toMatchObject({ code: 'JSON_TOO_MANY_VALUES' })
  expect(outcomeOf(() => inPasses('{"x":[[]]}', 2))).toMatchObject({ code: 'JSON_TOO_DEEP' })
  const deep = `{"x":${'['.repeat(128)}${']'.repeat(128)}}`
  expect(outcomeOf(() => inPasses(deep, 1_000))).toMatchObject({ code: 'JSON_TOO_DEEP' })
})

test('a member of a very long name is one member', () => {
  const name = 'k\u00e9'.repeat(10_000)
  expect(parse(JSON.stringify({ [name]: 1, model: 'm' })).members.map(({ key }) => key)).toEqual([
    name,
    'model',
  ])
})
