import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { anyReferenceValues, configFor } from '../../support/gateway/gateway-config.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { programPath } from '../../support/program-path.ts'

const nobody = 'http://127.0.0.1:1/v1'

async function start(routes: { private: string; anonymized: string; enclave?: string }) {
  const models = { m: 'upstream-model' }
  const config: GatewayConfig = {
    upstreams: [
      { id: 'third', kind: 'openai', base_url: routes.anonymized, mode: 'anonymized', models },
      { id: 'own', kind: 'openai', base_url: routes.private, mode: 'private', models },
      ...(routes.enclave === undefined
        ? []
        : [
            {
              id: 'enclave',
              kind: 'aci' as const,
              base_url: routes.enclave,
              models,
              reference_values: anyReferenceValues,
            },
          ]),
    ],
    traits: { best: 'm' },
    aliases: { 'gpt-4o': 'm' },
  }
  const gateway = await untilEnd(startGatewayHere({ config }))
  const chat = async (more: object = {}) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], ...more }
    return ask(`${gateway.baseUrl}/v1/chat/completions`, body)
  }
  return { gateway, chat }
}

interface Block {
  readonly svc: {
    readonly privacy_mode: string
    readonly why?: { readonly code: string; readonly message: string }
    readonly resolved_via_trait?: string
    readonly receipt: { readonly body: { readonly mode: string; readonly model: string } }
  }
}

async function upstream() {
  const started = await untilEnd(startTestUpstream())
  return started
}

test('the strongest mode that can be delivered is, and why says what was not', async () => {
  const { baseUrl } = await upstream()
  const { chat } = await start({ private: baseUrl, anonymized: baseUrl })
  const { svc } = (await chat()).json<Block>()
  expect(svc).toMatchObject({ privacy_mode: 'private', why: { code: 'no_enclave_route' } })
  expect(svc.receipt.body.mode).toBe('private')
})

test('an alias is answered by its model, which receipt and catalogue name', async () => {
  const { baseUrl } = await upstream()
  const { gateway, chat } = await start({ private: baseUrl, anonymized: baseUrl })
  const answer = (await chat({ model: 'gpt-4o' })).json<Block>()
  expect(answer.svc.receipt.body.model).toBe('m')
  expect(answer.svc.resolved_via_trait).toBe('gpt-4o')
  const get = async (path: string) => (await fetch(`${gateway.baseUrl}/v1/models${path}`)).json()
  expect(await get('')).toMatchObject({
    count: 1,
    data: [{ id: 'm', svc: { aliases: ['gpt-4o'] } }],
  })
  expect(await get('/gpt-4o')).toMatchObject({ id: 'm' })
  expect(await get('/traits')).toMatchObject({ data: { best: 'm', 'gpt-4o': 'm' } })
})

test.each([
  [{ m: 'm' }, 'aliases "m": is also a model id'],
  [{ best: 'm' }, 'aliases "best": is also a trait'],
  [{ 'gpt-4o': 'n' }, 'aliases "gpt-4o": "n" is not in the catalogue'],
])('the aliases %j do not start', async (aliases, problem) => {
  const models = { m: 'upstream-model' }
  const own = { id: 'own', kind: 'openai', base_url: nobody, mode: 'private', models } as const
  const config = { upstreams: [own], traits: { best: 'm' }, aliases }
  await expect(startGatewayHere({ config })).rejects.toThrow(problem)
})

test('an upstream that is down is passed over, and the receipt and why say so', async () => {
  const { baseUrl } = await upstream()
  const { gateway, chat } = await start({ private: nobody, anonymized: baseUrl })
  for (const more of [{}, {}]) {
    const { svc } = (await chat(more)).json<Block>()
    expect(svc).toMatchObject({ privacy_mode: 'anonymized', why: { code: 'private_unavailable' } })
    expect(svc.receipt.body.mode).toBe('anonymized')
  }
  // Each failure makes its pause longer, at last so long that no machine is too slow to see it.
  const modelAfterFailure = async () => {
    await chat()
    return (await fetch(`${gateway.baseUrl}/v1/models/m`)).json()
  }
  const expected = { svc: { mode: 'anonymized', modes: ['private', 'anonymized'] } }
  await expect.poll(modelAfterFailure, { timeout: 60_000 }).toMatchObject(expected)
})

test('an upstream that comes back is used again, however many requests failed together', async () => {
  const third = await upstream()
  const own = await upstream()
  const { port } = new URL(own.baseUrl)
  await own.close()
  const { chat } = await start({ private: own.baseUrl, anonymized: third.baseUrl })
  const modes = await Promise.all(Array.from({ length: 40 }, () => chat()))
  for (const answer of modes) expect(answer.json<Block>().svc.privacy_mode).toBe('anonymized')

  await untilEnd(startTestUpstream(undefined, Number(port)))
  // One pause of a second, not the forty doublings of forty failures.
  await expect.poll(async () => (await chat()).json<Block>().svc.privacy_mode).toBe('private')
})

test('with shown_mode, an upstream that is down is not replaced by a weaker one', async () => {
  const third = await upstream()
  const { chat } = await start({ private: nobody, anonymized: third.baseUrl })
  for (const more of [{}, { stream: true }]) {
    const answer = await chat({ shown_mode: 'private', ...more })
    expect(answer.status).toBe(409)
    expect(answer.json<ErrorBody>().error).toMatchObject({
      code: 'shown_mode_stale',
      shown_mode: 'private',
      would_deliver: 'anonymized',
    })
  }
  expect(third.requests).toHaveLength(0)
})

test('what cannot prove to be an enclave is never sent a request, and why says so', async () => {
  const enclave = await upstream()
  const own = await upstream()
  const { gateway, chat } = await start({
    private: own.baseUrl,
    anonymized: nobody,
    enclave: enclave.baseUrl,
  })
  expect((await chat()).json<Block>().svc.why?.code).toBe('enclave_unavailable')
  expect((await chat({ shown_mode: 'tee' })).status).toBe(409)
  const asked = enclave.requests.map(({ path }) => path)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((path) => path.startsWith('/v1/aci/attestation?nonce='))).toBe(true)
  const model = await (await fetch(`${gateway.baseUrl}/v1/models/m`)).json()
  expect(model).toMatchObject({
    svc: { mode: 'private', modes: ['e2ee', 'tee', 'private', 'anonymized'], sealable: true },
  })
})

test('a trait resolves to a model, and the receipt names the model', async () => {
  const { baseUrl } = await upstream()
  const { gateway, chat } = await start({ private: baseUrl, anonymized: baseUrl })
  const { svc } = (await chat({ model: 'best' })).json<Block>()
  expect(svc.resolved_via_trait).toBe('best')
  expect(svc.receipt.body.model).toBe('m')
  expect((await chat()).json<Block>().svc).not.toHaveProperty('resolved_via_trait')
  const traits = await (await fetch(`${gateway.baseUrl}/v1/models/traits`)).json()
  expect(traits).toEqual({ object: 'list', data: { best: 'm', 'gpt-4o': 'm' } })
})

test('the process lives before it is ready, and says both', async () => {
  const { baseUrl } = await upstream()
  const { gateway } = await start({ private: baseUrl, anonymized: baseUrl })
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/']) {
    expect((await fetch(gateway.baseUrl + path)).status, path).toBe(200)
  }
})

test('what stops the start is named with its problem and the fix', async () => {
  const main = programPath('server/main.ts')
  const { baseUrl } = await upstream()
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const config = join(temporaryFolder(), 'own.json')
  writeFileSync(config, JSON.stringify(configFor(baseUrl)))
  for (const [name, value, sentence] of [
    ['PORT', new URL(baseUrl).port, /PORT: another program uses this port\. Stop/],
    ['DATA_DIR', join(file, 'data'), /cannot use .+ as a database \(.+\)\. Look at DATA_DIR/],
    ['HOST', '192.0.2.1', /^Countersign cannot start. HOST: .+\. .+\./],
  ] as const) {
    const environment = {
      ...bareEnvironment,
      GATEWAY_CONFIG: config,
      DATA_DIR: temporaryFolder(),
      [name]: value,
    }
    await expect(
      promisify(execFile)(process.execPath, [main], { env: environment, cwd: temporaryFolder() }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) as string })
  }
})
