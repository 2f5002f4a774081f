import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configJsonSchema } from '../../../../server/gateway/config/config-json-schema.ts'
import { GatewayConfigSchema } from '../../../../server/gateway/config/gateway-config-schema.ts'
import { limitsOf } from '../../../../server/gateway/config/limits-of.ts'
import { parseEnvironment } from '../../../../server/gateway/config/parse-environment.ts'
import { parseGatewayConfig } from '../../../../server/gateway/config/parse-gateway-config.ts'
import { upstreamKey } from '../../../../server/gateway/common/upstream-key.ts'

test('without variables, the documented defaults hold', () => {
  expect(parseEnvironment({})).toEqual({
    port: 8787,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: 'sqlite:data/countersign.db',
    configPath: null,
    signedOutRpm: 20,
    keysPerDay: 20,
    unusedKeyDays: 90,
    retiredKeys: 'destroy',
    drainSeconds: 20,
    basePath: '',
    shared: null,
    workers: 1,
    trustProxy: false,
    allowedOrigins: [],
    securityContacts: [],
    extensionDir: null,
    logLevel: 'info',
  })
})

const wrongVariables: readonly (readonly [string, string])[] = [
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '1.5'],
  ['SIGNED_OUT_RPM', 'many'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'yes'],
  ['ALLOW_ORIGIN', 'chat.example.com'],
  ['ALLOW_ORIGIN', 'https://chat.example.com/'],
  ['ALLOW_ORIGIN', 'null'],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'mailto:a@b.example\nPolicy: x'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,nonsense'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['WORKERS', '0'],
  ['WORKERS', '2'],
  ['DRAIN_SECONDS', '-1'],
  ['BASE_PATH', 'gateway'],
  ['BASE_PATH', '/a/../b'],
  ['BASE_PATH', '/a b'],
  ['TRUST_PROXY', '10.0.0.1, ::/0'],
]

test.each(wrongVariables)('%s=%s stops the start, named with a fix', (name, value) => {
  expect(() => parseEnvironment({ [name]: value })).toThrow(
    expect.objectContaining({
      name: 'ConfigError',
      setting: name,
      message: expect.stringContaining(value) as string,
      fix: expect.stringMatching(/^(Set|Use)/) as string,
    }) as Error,
  )
})

test('no workers at all are no number, with a Redis, too', () => {
  const shared = { REDIS_URL: 'redis://127.0.0.1', CALLER_SECRET: '5b'.repeat(32) }
  expect(parseEnvironment({ ...shared, WORKERS: '3' }).workers).toBe(3)
  expect(() => parseEnvironment({ ...shared, WORKERS: '0' })).toThrow(/is not a whole number/)
})

test('BASE_PATH is a path, with or without a slash at its end', () => {
  expect(parseEnvironment({ BASE_PATH: '/a/gateway/' }).basePath).toBe('/a/gateway')
  expect(parseEnvironment({ BASE_PATH: '/' }).basePath).toBe('')
})

test('TRUST_PROXY takes hops or networks', () => {
  expect(parseEnvironment({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(parseEnvironment({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '::1',
  ])
})

const upstream = {
  id: 'a',
  kind: 'openai',
  base_url: 'http://127.0.0.1/v1',
  mode: 'private',
  api_key: 'canary-key',
  models: { m: 'm' },
}

const wrongFiles: readonly (readonly [string, unknown, RegExp])[] = [
  ['no upstreams', {}, /upstreams/],
  ['an empty list', { upstreams: [] }, /upstreams/],
  ['an unknown member', { upstreams: [upstream], upstream: 1 }, /upstream/],
  [
    'an upstream without models',
    { upstreams: [{ ...upstream, models: {} }] },
    /upstreams\.0\.models/,
  ],
  ['an id that stands twice', { upstreams: [upstream, upstream] }, /twice/],
  ['a limit below the least', { upstreams: [upstream], body_limit_bytes: 1 }, /body_limit_bytes/],
]

test.each(wrongFiles)(
  'a file with %s is refused, and no key of it is repeated',
  (_, document, names) => {
    const parse = () => parseGatewayConfig(JSON.stringify(document), 'gateway.config.json')
    expect(parse).toThrow(expect.objectContaining({ name: 'ConfigError' }) as Error)
    expect(parse).toThrow(names)
    expect(parse).not.toThrow(/canary/)
  },
)

const { base_url, ...withoutAddress } = upstream

const explained: readonly (readonly [string, object, string])[] = [
  [
    'a member misspelt',
    { upstreams: [{ ...withoutAddress, base_ulr: base_url }] },
    'upstreams.0.base_ulr: is not known here. Did you mean "base_url"?',
  ],
  [
    'an upstream of no kind',
    { upstreams: [{ id: 'a' }] },
    'upstreams.0.kind: is missing. Use one of "openai", "aci", "aci-simulated", "near", "near-simulated", "tinfoil", "tinfoil-simulated", "venice", "venice-simulated", "chutes", "chutes-simulated". Ollama, ',
  ],
  [
    'an item that is there twice',
    { upstreams: [{ ...upstream, speaks: ['chat', 'chat'] }] },
    'upstreams.0.speaks.1: is there twice. Leave one of them out.',
  ],
  [
    'an address in the place of an upstream',
    { upstreams: ['http://127.0.0.1'] },
    'upstreams.0: "http://127.0.0.1" has the wrong form. Write an object in { } there.',
  ],
  [
    'a member missing',
    { upstreams: [withoutAddress] },
    'upstreams.0.base_url: is missing. Base address with http:// or https://, and with /v1 where the upstream has it.',
  ],
  [
    'a word that is none of those allowed',
    { upstreams: [{ ...upstream, mode: 'privat' }] },
    'upstreams.0.mode: "privat" is not known. Did you mean "private"? Use one of "private", "anonymized".',
  ],
  [
    'an item that is none of those allowed',
    { upstreams: [{ ...upstream, speaks: ['chat', 'grpc'] }] },
    'upstreams.0.speaks.1: "grpc" is not known. Use one of "chat", "embeddings", "messages", "responses".',
  ],
  [
    'a number in quotes',
    { upstreams: [{ ...upstream, timeout_ms: '5000' }] },
    'upstreams.0.timeout_ms: "5000" is not a whole number. ',
  ],
  [
    'a number that is too small',
    { upstreams: [upstream], plans: [{ id: 'free', requests_per_minute: 0 }] },
    'plans.0.requests_per_minute: 0 is out of range. Use a number from 1 to 10000000.',
  ],
  [
    'an address without its scheme',
    { upstreams: [{ ...upstream, base_url: 'localhost:11434' }] },
    'upstreams.0.base_url: "localhost:11434" has the wrong form. Base address with http:// or https://',
  ],
]

test.each(explained)('%s: the message names the value and what is allowed', (_, document, text) => {
  expect(() => parseGatewayConfig(JSON.stringify(document), 'f.json')).toThrow(`f.json ${text}`)
})

const hiding: readonly (readonly [string, object])[] = [
  ['in a member misspelt', { ...withoutAddress, api_kay: 'canary-key' }],
  ['in the name of a variable', { ...upstream, api_key_env: 'canary-key' }],
  ['in an address', { ...upstream, base_url: 'user:canary-key@host' }],
  ['as a number', { ...upstream, api_key: ['canary-key'] }],
]

test.each(hiding)('a key is never repeated, also not %s', (_, wrong) => {
  const parse = () => parseGatewayConfig(JSON.stringify({ upstreams: [wrong] }), 'f.json')
  expect(parse).toThrow(/^f\.json upstreams\.0\./)
  expect(parse).not.toThrow(/canary/)
})

const broken: readonly (readonly [string, string, string])[] = [
  [
    'a comma missing',
    '{\n  "a": 1\n  "b": 2\n}',
    'line 3, column 3. A comma is missing before this place.',
  ],
  ['a comma too many', '{\n  "a": [1,]\n}', 'line 2, column 11. '],
  ['a comment', '{\n  // mine\n  "a": 1\n}', 'line 2, column 3. Comments are not JSON'],
  ['an end missing', '{\n  "a": 1', 'line 2, column 9. A closing brace is missing here.'],
]

test.each(broken)('a file with %s is refused with line and column', (_, text, says) => {
  expect(() => parseGatewayConfig(text, 'f.json')).toThrow(`f.json: is not JSON: ${says}`)
})

test('a member that stands twice in one object is refused with its line', () => {
  const text = '{"upstreams": [],\n "plans": [],\n "plans": []}'
  expect(() => parseGatewayConfig(text, 'f.json')).toThrow(
    'f.json: "plans" is twice in the same object, again at line 3, column 2.',
  )
  const apart = JSON.stringify({ upstreams: [upstream, { ...upstream, id: 'b' }] })
  expect(parseGatewayConfig(apart, 'f.json').upstreams).toHaveLength(2)
})

test('a file that begins with a byte order mark is read', () => {
  const text = `\ufeff${JSON.stringify({ upstreams: [upstream] })}`
  expect(parseGatewayConfig(text, 'f.json').upstreams).toHaveLength(1)
})

test('a file that is not JSON is refused without repeating it', () => {
  expect(() => parseGatewayConfig('{"api_key":"canary-key"', 'f.json')).toThrow(
    /^f\.json: is not JSON/,
  )
})

test('a key comes from the file, from the variable it names, or there is none', () => {
  expect(upstreamKey({ id: 'a', api_key: 'x' }, {})).toBe('x')
  expect(upstreamKey({ id: 'a', api_key_env: 'K' }, { K: 'y' })).toBe('y')
  expect(upstreamKey({ id: 'a' }, {})).toBeNull()
  expect(() => upstreamKey({ id: 'a', api_key_env: 'K' }, {})).toThrow(/K: is empty/)
})

test('the JSON Schema for editors is the schema that is checked', () => {
  const path = join(
    import.meta.dirname,
    '../../../../server/gateway/config/gateway.config.schema.json',
  )
  const { $schema, $defs, ...written } = JSON.parse(readFileSync(path, 'utf8'))
  expect({ $schema, ...written, $defs }, 'stale: npm run generate:schema').toEqual(
    JSON.parse(JSON.stringify(configJsonSchema)),
  )
  const whole = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_name, each) =>
      typeof each?.$ref === 'string' ? whole($defs[each.$ref.slice('#/$defs/'.length)]) : each,
    )
  expect(whole(written)).toEqual(JSON.parse(JSON.stringify(GatewayConfigSchema)))
})

test('the examples of the README are accepted', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../server/README.md'), 'utf8')
  const examples = [...readme.matchAll(/```json\n(\{[^`]*"upstreams"[^`]*)```/g)]
  expect(examples.length).toBeGreaterThanOrEqual(4)
  for (const [, text = ''] of examples) {
    expect(parseGatewayConfig(text, 'README').upstreams.length).toBeGreaterThan(0)
  }
})

test('who lowers the limit of a body does not mean more for strangers', () => {
  expect(limitsOf({ upstreams: [], body_limit_bytes: 1_000 }).body).toEqual({
    withKeyBytes: 1_000,
    withoutKeyBytes: 1_000,
  })
})
