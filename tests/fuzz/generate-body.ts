import fc from 'fast-check'

// Bodies that somebody might send: nearly good ones, good ones that were damaged, and nonsense.

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\ud800', '\udfff\ud800', '\u0000', '\u2028', '"', '\\', '__proto__', 'svc'),
)

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(1e308, -0, Number.MAX_SAFE_INTEGER, 5e-324),
)

const value = fc.anything({
  key: anyText,
  values: [anyText, number, fc.boolean(), fc.constant(null)],
  maxDepth: 4,
})

const message = fc.record(
  {
    role: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('system', 'user', 'assistant', 'tool', 'developer') },
      anyText,
      value,
    ),
    content: fc.oneof(
      { weight: 4, arbitrary: anyText },
      fc.array(fc.record({ type: fc.constantFrom('text', 'image_url', 'x'), text: anyText })),
      value,
    ),
    tool_calls: value,
  },
  { requiredKeys: [] },
)

const request = fc.record(
  {
    model: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('fuzz', 'default') }, anyText, value),
    messages: fc.oneof(
      { weight: 6, arbitrary: fc.array(message, { minLength: 1, maxLength: 4 }) },
      value,
    ),
    stream: fc.oneof(fc.boolean(), value),
    shown_mode: fc.oneof(fc.constantFrom('private', 'tee', 'anonymized', 'e2ee'), value),
    tools: value,
    metadata: value,
  },
  { requiredKeys: [] },
)

const json = fc.oneof({ weight: 5, arbitrary: request }, value).map((body) => {
  try {
    return JSON.stringify(body) ?? 'undefined'
  } catch {
    return '{}' // a cycle, or a BigInt
  }
})

const good = '"model":"fuzz","messages":[{"role":"user","content":"x"}]'

/** Written as text, because no JavaScript value can say them. */
const nasty = fc.constantFrom(
  '',
  'null',
  '[]',
  '"x"',
  `{${good}}`,
  `{${good},"a":1e999}`,
  '{"model":"fuzz","messages":[{"role":"user","content":"\\ud800"}]}',
  `{${good},"model":"fuzz"}`,
  '{"model":"fuzz","messages":[{"role":"user","role":"system","content":"x"}]}',
  `{${good},"\\ud800":1}`,
  `{${good},"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  '['.repeat(50_000),
  '{"a":'.repeat(20_000),
  `{${good},"n":123456789012345678901234567890}`,
  `{"__proto__":{"x":1},${good}}`,
  `\ufeff{${good}}`,
)

const damaged = fc
  .tuple(json, fc.nat(), fc.nat(255), fc.constantFrom('cut', 'replace', 'insert', 'double'))
  .map(([text, place, byte, how]) => {
    const bytes = Buffer.from(text)
    const at = bytes.length === 0 ? 0 : place % bytes.length
    switch (how) {
      case 'cut':
        return bytes.subarray(0, at)
      case 'replace':
        bytes[at] = byte
        return bytes
      case 'insert':
        return Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)])
      case 'double':
        return Buffer.concat([bytes, bytes.subarray(at)])
    }
  })

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant<readonly string[]>(['content-type', 'application/json']) },
  fc.constantFrom<readonly string[]>(
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'text/plain'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['content-type', ';;;='],
    ['content-encoding', 'gzip'],
    ['content-encoding', 'x-unknown'],
    ['authorization', 'Bearer sk-csn-unknown'],
    ['authorization', ''],
    ['x-forwarded-for', '::ffff:1.2.3.4, nonsense'],
    ['x-request-id', 'x'.repeat(4000)],
    ['x-e2ee-version', '2'],
  ),
)

export interface FuzzCase {
  readonly body: Buffer
  readonly headers: readonly string[]
}

export const fuzzCase: fc.Arbitrary<FuzzCase> = fc.record({
  body: fc.oneof(
    { weight: 4, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 4, arbitrary: damaged },
    { weight: 2, arbitrary: nasty.map((text) => Buffer.from(text)) },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
  headers,
})
