import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'

// Callers are kept apart in the cache of an upstream that declares `cache_salt`.

/** With `cache_salt` at the upstreams of mode private. */
function declaring(
  ofUpstream: Partial<Extract<GatewayConfig['upstreams'][number], { kind: 'openai' }>> = {},
): GatewayConfig {
  const config = configFor(upstream.baseUrl)
  return {
    ...config,
    models: [...(config.models ?? []), { id: 'test-vectors', task: 'embeddings' }],
    upstreams: config.upstreams.map((each) =>
      each.kind === 'openai' && each.mode === 'private'
        ? {
            ...each,
            cache_salt: true,
            models: { ...each.models, 'test-vectors': 'v' },
            ...ofUpstream,
          }
        : each,
    ),
  }
}

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGatewayHere({ config: declaring() }))

async function makeKey(of: { readonly baseUrl: string } = gateway) {
  const made = await ask(`${of.baseUrl}/api/keys`, {})
  return made.json<{ id: string; key: string }>()
}

interface Sent {
  readonly key?: string
  readonly path?: string
  readonly of?: { readonly baseUrl: string }
}

/** What the upstream was sent. */
async function sent(more: object = {}, { key = 'none', path, of = gateway }: Sent = {}) {
  const next = upstream.next()
  const body = { model: 'test-private', messages: [{ role: 'user', content: 'Hi' }], ...more }
  void ask(`${of.baseUrl}/v1/${path ?? 'chat/completions'}`, body, {
    authorization: `Bearer ${key}`,
  })
  const { body: bytes } = await next
  return JSON.parse(bytes.toString('utf8')) as { readonly cache_salt?: string }
}

async function saltOf(more: object = {}, as: Sent = {}): Promise<string> {
  const { cache_salt: salt } = await sent(more, as)
  expect(salt).toMatch(/^[\w-]{43}$/)
  return salt ?? ''
}

test('a caller has one salt, another caller another, and so has who is signed out', async () => {
  const [one, other] = [await makeKey(), await makeKey()]
  const salt = await saltOf({}, one)
  expect(await saltOf({ messages: [{ role: 'user', content: 'Else' }] }, one)).toBe(salt)
  expect(await saltOf({ model: 'default' }, one)).toBe(salt)
  const others = [await saltOf({}, other), await saltOf()]
  expect(new Set([salt, ...others]).size).toBe(3)
  expect(await saltOf()).toBe(others[1])
})

test('a salt says nothing about the key, and cannot be made without the secret', async () => {
  const { id, key } = await makeKey()
  const salt = await saltOf({}, { key })
  const path = join(gateway.dataDir, 'cache-salts.key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const secret = readFileSync(path, 'utf8').trim()
  for (const text of [key, id, `key:${id}`, JSON.stringify(['own', `key:${id}`, null])]) {
    expect(salt).not.toContain(text)
    expect(salt).not.toBe(createHash('sha256').update(text).digest('base64url'))
  }
  expect(salt).not.toContain(secret)
  // Another gateway, with a secret of its own, tells the same caller another salt.
  const elsewhere = join(temporaryFolder(), 'data')
  const first = await startGatewayHere({ config: declaring(), dataDir: elsewhere })
  const known = await makeKey(first)
  const before = await saltOf({}, { key: known.key, of: first })
  await first.stop()
  const again = await startGatewayHere({ config: declaring(), dataDir: elsewhere })
  expect(await saltOf({}, { key: known.key, of: again })).toBe(before)
  await again.stop()
  writeFileSync(join(elsewhere, 'cache-salts.key'), `${'ab'.repeat(32)}\n`)
  const changed = await untilEnd(startGatewayHere({ config: declaring(), dataDir: elsewhere }))
  expect(await saltOf({}, { key: known.key, of: changed })).not.toBe(before)
})

test('a secret that cannot be one stops the start', async () => {
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'cache-salts.key'), 'short\n')
  const start = startGatewayHere({ config: declaring(), dataDir: elsewhere })
  await expect(start).rejects.toThrow(/cache-salts\.key: the file holds no secret/)
})

test('two upstreams cannot tell by their salts that a caller is the same', async () => {
  const [own, ...rest] = declaring().upstreams
  const second = { ...own, id: 'second', models: { 'test-second': 'm' } } as typeof own
  const upstreams = [own, second, ...rest].filter((each) => each !== undefined)
  const beside = await untilEnd(startGatewayHere({ config: { ...declaring(), upstreams } }))
  const { key } = await makeKey(beside)
  const salt = await saltOf({}, { key, of: beside })
  expect(await saltOf({ model: 'test-second' }, { key, of: beside })).not.toBe(salt)
})

test('a caller’s own salt parts its own prompts, and leads into nobody else’s', async () => {
  const [one, other] = [await makeKey(), await makeKey()]
  const plain = await saltOf({}, one)
  const parted = await saltOf({ cache_salt: 'tenant-1' }, one)
  expect(parted).not.toBe(plain)
  expect(await saltOf({ cache_salt: 'tenant-1' }, one)).toBe(parted)
  expect(await saltOf({ cache_salt: 'tenant-2' }, one)).not.toBe(parted)
  expect(await saltOf({ cache_salt: 'tenant-1' }, other)).not.toBe(parted)
  // Who found out another's salt has no use for it.
  expect(await saltOf({ cache_salt: plain }, other)).not.toBe(plain)
  expect(await saltOf({ cache_salt: null }, one)).toBe(plain)
})

test('a salt that is no text, or too long, is refused by name', async () => {
  for (const salt of ['', 7, ['x'], 'x'.repeat(257)]) {
    const body = { model: 'test-private', messages: [{ role: 'user', content: 'Hi' }] }
    const refused = await ask(`${gateway.baseUrl}/v1/chat/completions`, {
      ...body,
      cache_salt: salt,
    })
    expect(refused.status).toBe(400)
    expect(refused.json<object>()).toMatchObject({ error: { param: 'cache_salt' } })
  }
})

test('what is translated to chat is salted, responses in their own words too, and vectors are not', async () => {
  const { key } = await makeKey()
  const salt = await saltOf({}, { key })
  const asMessages = { max_tokens: 9 }
  expect(await saltOf(asMessages, { key, path: 'messages' })).toBe(salt)
  const asResponse = { messages: undefined, input: 'Hi' }
  expect(await saltOf(asResponse, { key, path: 'responses' })).toBe(salt)
  const parted = await saltOf({ cache_salt: 'tenant-1' }, { key })
  const own = { ...asResponse, cache_salt: 'tenant-1' }
  expect(await saltOf(own, { key, path: 'responses' })).toBe(parted)
  const asVectors = { ...asResponse, model: 'test-vectors' }
  expect(await sent(asVectors, { key, path: 'embeddings' })).not.toHaveProperty('cache_salt')

  const speaks = ['chat', 'responses', 'messages'] as const
  const config = declaring({ speaks: [...speaks] })
  const speaking = await untilEnd(startGatewayHere({ config }))
  const as = { key: 'none', of: speaking }
  const spoken = await saltOf(asResponse, { ...as, path: 'responses' })
  expect(spoken).toBe(await saltOf({}, as))
  const messages = await sent(asMessages, { ...as, path: 'messages' })
  expect(messages).not.toHaveProperty('cache_salt')
})

test('an upstream that declares none gets what the caller sent, and a third party nothing', async () => {
  const plain = await untilEnd(startGatewayHere({ config: configFor(upstream.baseUrl) }))
  expect(await sent({}, { of: plain })).not.toHaveProperty('cache_salt')
  const own = { cache_salt: 'tenant-1' }
  expect(await sent(own, { of: plain })).toMatchObject(own)
  const toThird = { ...own, model: 'test-anonymized' }
  expect(await sent(toThird, { of: plain })).not.toHaveProperty('cache_salt')
  expect(await sent(toThird)).not.toHaveProperty('cache_salt')
})

test('for an anonymized upstream it cannot be declared', async () => {
  const config = declaring()
  const upstreams = config.upstreams.map((each) => ({ ...each, cache_salt: true }))
  const start = startGatewayHere({ config: { ...config, upstreams } })
  await expect(start).rejects.toThrow(/upstream "third-party" cache_salt: a salt for each caller/)
})

test('no salt and no secret is printed', async () => {
  const folder = join(temporaryFolder(), 'data')
  const printing = await untilEnd(
    startGateway({
      config: declaring(),
      environment: { LOG_LEVEL: 'trace', DATA_DIR: folder },
    }),
  )
  const { key } = await makeKey(printing)
  const salts = [
    await saltOf({}, { key, of: printing }),
    await saltOf({ cache_salt: 'tenant-canary' }, { key, of: printing }),
  ]
  const secret = readFileSync(join(folder, 'cache-salts.key'), 'utf8').trim()
  const printed = printing.output()
  expect(printed).toContain('/v1/chat/completions')
  for (const text of [...salts, secret, 'tenant-canary']) expect(printed).not.toContain(text)
})
