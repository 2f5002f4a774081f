import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Value from 'typebox/value'
import { sha256Digest } from '#shared/digest.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { sealNearRequest } from '#shared/near/seal-near-request.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../../server/gateway/common/config-error.ts'
import { createLogger } from '../../server/gateway/common/safe-logger.ts'
import {
  CallFailed,
  type AnswerHead,
  type EnclaveProof,
  type Upstream,
  type UpstreamFailure,
} from '../../server/gateway/common/upstream.ts'
import { upstreamMembers } from '../../server/gateway/common/upstream-adapter.ts'
import {
  createUpstream,
  upstreamAdapters,
  type UpstreamConfig,
} from '../../server/gateway/upstreams/upstream-registry.ts'
import { isEnclaveMode } from '#shared/modes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { upstreamProviders, type UpstreamProvider } from '../support/peers/upstream-providers.ts'

const folder = join(import.meta.dirname, '../../server/gateway/upstreams')

test('every kind of upstream is named in the registry', () => {
  const registry = readFileSync(join(folder, 'upstream-registry.ts'), 'utf8')
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.ts') && file !== 'upstream-registry.ts',
  )
  expect(files.filter((file) => !registry.includes(`'./${file}'`))).toEqual([])
  expect(files).toHaveLength(upstreamAdapters.length)
})

test('every kind is registered once, and has a provider to be tested with', () => {
  const kinds = upstreamAdapters.map(({ kind }) => kind)
  expect(kinds).toEqual([...new Set(kinds)])
  expect(Object.keys(upstreamProviders).toSorted()).toEqual(kinds.toSorted())
})

interface Told {
  readonly events: ('head' | 'data' | 'end' | 'fail')[]
  head: AnswerHead | null
  bytes: number
  proof: EnclaveProof | null
  failure: UpstreamFailure | null
}

const deliveries = ['buffered', 'streamed'] as const

/** All that is pulled of an upstream for one request; `abortAt` ends the call once that was told. */
async function ask(
  upstream: Upstream,
  delivery: (typeof deliveries)[number],
  abortAt: 'start' | 'head' | null = null,
): Promise<Told> {
  const told: Told = { events: [], head: null, bytes: 0, proof: null, failure: null }
  const messages = [{ role: 'user', content: 'What is 1 + 1?' }]
  const text = JSON.stringify({
    model: 'enclave-model',
    messages,
    ...(delivery === 'streamed' ? { stream: true } : {}),
  })
  const gone = new AbortController()
  try {
    const request = { dialect: 'chat', body: Buffer.from(text), delivery } as const
    const sending =
      upstream.mode === 'e2ee'
        ? sendEncrypted(upstream, JSON.parse(text) as JsonObject, gone.signal)
        : upstream.send(request, gone.signal)
    if (abortAt === 'start') gone.abort()
    const { head, body, proof } = await sending
    told.events.push('head')
    told.head = head
    if (abortAt === 'head') gone.abort()
    for await (const piece of body) {
      told.events.push('data')
      told.bytes += piece.length
    }
    told.proof = proof === null ? null : await proof()
    told.events.push('end')
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    told.events.push('fail')
    told.failure = error.failure
  }
  return told
}

/** As a client does who encrypts the fields of a chat. */
async function sendEncrypted(upstream: Upstream, request: JsonObject, signal: AbortSignal) {
  const door = upstream.enclave?.bodyDoor
  await upstream.enclave?.warmUp()
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const scheme = fieldSchemes['venice-1']
  const nobodys = scheme.cipher.drawClientKey(randomBytes).publicKey
  const sealedTo = door?.established()?.encryptionKey ?? nobodys
  const sealed = sealNearRequest(scheme, {
    request: { ...request, model: 'e2ee-model' },
    recipient: sealedTo,
    randomBytes,
  })
  const { body, clientKey } = sealed
  const asked = { endpoint: 'chat', delivery: 'streamed', body, clientKey, sealedTo } as const
  if (!door) throw new Error('it takes no encrypted bodies')
  return door.relay(asked, signal)
}

describe.each(upstreamAdapters.map(({ kind, schema }) => ({ kind, schema })))(
  '$kind',
  ({ kind, schema }) => {
    let provider: UpstreamProvider
    let config: UpstreamConfig
    /** Configured as its operator would, for all who look at it in turn. */
    let upstream: Upstream

    beforeAll(async () => {
      const start = upstreamProviders[kind]
      if (start === undefined) throw new Error(`no provider for ${kind}`)
      provider = await start()
      config = provider.config as unknown as UpstreamConfig
      upstream = open()
    })
    beforeEach(() => provider.behave('answer'))
    afterAll(async () => {
      await upstream.close()
      await provider.close()
    })

    function open(more: object = {}, answerBytes = 1_000_000): Upstream {
      return createUpstream({ ...config, ...more } as UpstreamConfig, {
        variables: {},
        dataDir: temporaryFolder(),
        monotonicMs: () => performance.now(),
        nowSeconds: () => Math.floor(Date.now() / 1000),
        logger: createLogger('silent'),
        answerBytes,
        inTurn: (_bytes, work) => work(),
        evidence: { keep: async (text) => sha256Digest(text) },
      })
    }

    function openForTest(...options: Parameters<typeof open>): Upstream {
      const opened = open(...options)
      onTestFinished(() => opened.close())
      return opened
    }

    /** Refused where the enclave is none that this kind accepts; nothing of the request went there. */
    function expectNothingSent({ events, failure }: Told, chatsBefore: number): void {
      expect(events).toEqual(['fail'])
      expect(failure).toMatchObject({ kind: 'unverified', when: 'before' })
      expect(provider.chats()).toBe(chatsBefore)
    }

    test('its schema takes what an operator writes, and no member that it does not know', () => {
      expect(Value.Errors(schema, config)).toEqual([])
      expect(Value.Check(schema, { ...config, kind: `${kind}-other` })).toBe(false)
      expect(Value.Check(schema, { ...config, apikey: 'x' })).toBe(false)
      for (const name of Object.keys(upstreamMembers)) {
        expect(schema.properties, name).toHaveProperty([name])
      }
      for (const name of schema.required) {
        expect(Value.Check(schema, { ...config, [name]: undefined }), name).toBe(false)
      }
    })

    test('a key that is not set, is empty, or holds white space stops the start, and is not repeated', () => {
      for (const credential of [
        { api_key_env: 'NO_SUCH_KEY' },
        { api_key: '' },
        { api_key: 'canary\nx' },
        { api_key: 'canary key' },
      ]) {
        expect(() => open(credential)).toThrow(
          expect.toSatisfy(
            (error) => error instanceof ConfigError && !error.message.includes('canary'),
          ),
        )
      }
    })

    test('it is configured as its upstream, and open to requests before the first one', () => {
      expect(upstream.id).toBe('under-test')
      expect(upstream.availability()).toEqual({ available: true })
      expect(isEnclaveMode(upstream.mode)).toBe(upstream.enclave !== null)
      expect(upstream.mode === 'e2ee').toBe(upstream.speaks.length === 0)
    })

    test.each(deliveries)('%s: one head, then data, then the end', async (delivery) => {
      const before = provider.chats()
      const told = await ask(upstream, delivery)
      if (provider.gives === 'nothing') {
        expectNothingSent(told, before)
        return
      }
      expect(told.failure).toBeNull()
      const { events, head, bytes, proof } = told
      expect(events[0]).toBe('head')
      expect(events.at(-1)).toBe('end')
      expect(events.slice(1, -1).every((event) => event === 'data')).toBe(true)
      expect(head?.status).toBe(200)
      expect(head?.mediaType).toBe(
        delivery === 'streamed' || provider.gives === 'encrypted answers'
          ? 'text/event-stream'
          : 'application/json',
      )
      expect(bytes).toBeGreaterThan(0)
      expect(proof === null).toBe(head?.provenance === 'none')
    })

    test('an error of the provider is handed on with its status, and proves nothing', async () => {
      const before = provider.chats()
      provider.behave('fail')
      const told = await ask(upstream, 'buffered')
      if (provider.gives === 'nothing') {
        expectNothingSent(told, before)
        return
      }
      expect(told.head?.status).toBe(500)
      expect(told.events.at(-1)).toBe('end')
      expect(told.proof).toBeNull()
    })

    test.each(['start', 'head'] as const)(
      'after an abort at the %s nothing of the answer is told',
      async (abortAt) => {
        const told = await ask(upstream, 'streamed', abortAt)
        const isBegun = provider.gives !== 'nothing' && abortAt === 'head'
        expect(told.events).toEqual(isBegun ? ['head', 'fail'] : ['fail'])
        const later = await ask(upstream, 'streamed')
        expect(later.events.at(-1)).toBe(provider.gives === 'nothing' ? 'fail' : 'end')
      },
    )

    test('a provider that is silent has timed out, whichever delivery was asked for', async () => {
      const asked = deliveries.map((each) => [openForTest({ timeout_ms: 1_500 }), each] as const)
      const before = provider.chats()
      provider.behave('be silent')
      const all = await Promise.all(asked.map(([impatient, each]) => ask(impatient, each)))
      expect(all).toHaveLength(2)
      for (const told of all) {
        if (provider.gives === 'nothing') expectNothingSent(told, before)
        else expect(told).toMatchObject({ events: ['fail'], failure: { kind: 'timeout' } })
      }
    })

    test('a buffered answer that is too long is cut off', async () => {
      const before = provider.chats()
      const told = await ask(openForTest({}, 8), 'buffered')
      // None of its answers is buffered.
      if (provider.gives === 'encrypted answers') return
      if (provider.gives === 'nothing') {
        expectNothingSent(told, before)
        return
      }
      expect(told.failure).toEqual({ kind: 'too-long' })
      expect(told.events.filter((event) => event === 'end' || event === 'fail')).toEqual(['fail'])
      expect(told.bytes).toBeLessThanOrEqual(8)
    })

    test('where nobody listens the request fails once, and the upstream is not available', async () => {
      const elsewhere = openForTest({ base_url: provider.nobody ?? 'http://127.0.0.1:1/v1' })
      const { events, failure } = await ask(elsewhere, 'buffered')
      expect(events).toEqual(['fail'])
      expect(['unreachable', 'unverified']).toContain(failure?.kind)
      expect(elsewhere.availability().available).toBe(false)
    })
  },
)
