import { createClient } from '@redis/client'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startRedis } from '../../support/peers/start-redis.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'

// What an operator of several gateways gets wrong: nothing is served uncounted or unsigned, and one line says what it is.

const upstream = await untilEnd(startTestUpstream())
const redis = await untilEnd(startRedis())

const body = { model: 'test-private', messages: [{ role: 'user', content: 'Hello' }] }

const emptyDatabase = async () => (await emptyStores['postgres']?.()) ?? ''

const environmentFor = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redis.address,
  CALLER_SECRET: '5e'.repeat(32),
  SEAL_KEY: '99'.repeat(32),
})

/** As its operator starts it, who reads what it prints. */
async function start(environment: Readonly<Record<string, string>>) {
  const gateway = await startGateway({ config: configFor(upstream.baseUrl), environment })
  onTestFinished(() => gateway.kill())
  return gateway
}

async function serve(environment: Readonly<Record<string, string>>) {
  const config = configFor(upstream.baseUrl)
  const { baseUrl } = await untilEnd(startGatewayHere({ config, environment }))
  return {
    baseUrl,
    chat: (authorization?: string) =>
      ask(`${baseUrl}/v1/chat/completions`, body, authorization ? { authorization } : {}),
    makeKey: () => ask(`${baseUrl}/api/keys`, ''),
    signer: async () =>
      ((await (await fetch(`${baseUrl}/api/limits`)).json()) as { seal_signer: string })
        .seal_signer,
  }
}

/** One who stays connected, and has every right. */
async function redisOperator() {
  const client = createClient({ url: redis.address })
  await client.connect()
  onTestFinished(() => client.destroy())
  return (...words: string[]) => client.sendCommand(words)
}

async function inDatabase(address: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const asRole = (address: string, role: string) => {
  const url = new URL(address)
  url.username = role
  return url.href
}

test.each([
  [
    'has another password since',
    [
      ['CONFIG', 'SET', 'requirepass', 'another'],
      ['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'],
    ],
    [['CONFIG', 'SET', 'requirepass', '']],
  ],
  [
    'no longer lets scripts run',
    [['ACL', 'SETUSER', 'default', '-@scripting']],
    [['ACL', 'SETUSER', 'default', '+@all']],
  ],
  ['is full', [['CONFIG', 'SET', 'maxmemory', '1']], [['CONFIG', 'SET', 'maxmemory', '0']]],
])(
  'while a Redis that %s counts nothing, nothing is served, and afterwards all goes on by itself',
  async (_, breaking, mending) => {
    const operator = await redisOperator()
    const { baseUrl, chat } = await serve(environmentFor(await emptyDatabase()))
    expect((await chat()).status).toBe(200)
    for (const words of breaking) await operator(...words)
    const asked = upstream.requests.length
    const refused = await chat()
    expect(refused.status).toBe(503)
    expect(refused.json<ErrorBody>().error.code).toBe('store_unavailable')
    await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status).toBe(503)
    expect(upstream.requests).toHaveLength(asked)
    for (const words of mending) await operator(...words)
    await expect.poll(async () => (await chat()).status).toBe(200)
    await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  },
)

test('a gateway that is given another signing key does not start, and the others sign on', async () => {
  const environment = environmentFor(await emptyDatabase())
  const [first, second] = await Promise.all([serve(environment), serve(environment)])
  const signer = await first.signer()
  const other = start({ ...environment, SEAL_KEY: 'aa'.repeat(32) })
  await expect(other).rejects.toThrow(`sign with the key of ${signer}`)
  const { SEAL_KEY: _left, ...withoutKey } = environment
  await expect(start(withoutKey)).rejects.toThrow(/ended with 1: .*signers/s)
  for (const { chat } of [first, second]) {
    const answer = await chat()
    expect(answer.status).toBe(200)
    const { svc } = answer.json<{ svc: { receipt: { signer: string } } }>()
    expect(svc.receipt.signer.toLowerCase()).toBe(signer)
  }
})

test('a gateway that counts by itself on a database of many says so', async () => {
  const { REDIS_URL: _left, ...environment } = environmentFor(await emptyDatabase())
  expect((await start(environment)).output()).toContain('REDIS_URL is not set')
})

test('a role that may not make tables is named, and one that may only use them is enough', async () => {
  const address = await emptyDatabase()
  const role = `user_${crypto.randomUUID().replaceAll('-', '')}`
  await inDatabase(address, `create role ${role} login`)
  const asUser = { ...environmentFor(asRole(address, role)) }
  await expect(serve(asUser)).rejects.toThrow('42501: the role may not make or use the tables')

  await serve(environmentFor(address))
  await expect(serve(asUser)).rejects.toThrow('42501: the role may not make or use the tables')
  const all = `select, insert, update, delete on all tables in schema public`
  await inDatabase(address, `grant ${all} to ${role}`)
  const { chat, makeKey } = await serve(asUser)
  const made = (await makeKey()).json<{ key: string }>()
  expect((await chat(`Bearer ${made.key}`)).status).toBe(200)

  await inDatabase(address, `revoke insert on api_key from ${role}`)
  const refused = await makeKey()
  expect(refused.status).toBe(503)
  expect(refused.json<ErrorBody>().error.code).toBe('store_unavailable')
  await inDatabase(address, `grant ${all} to ${role}`)
  expect((await makeKey()).status).toBe(201)
})

test.each([
  ['a database that is not there', '/none', 'postgres', '3D000: there is no such database'],
  [
    'a role that is not there',
    '/postgres',
    'nobody',
    '28000: the database does not let this role in',
  ],
])('%s is named, and the password is not', async (_, path, role, named) => {
  const { DATABASE_URL, ...rest } = environmentFor(inject('postgres'))
  const url = new URL(path, asRole(DATABASE_URL, role))
  url.password = 'canary'
  const error = await serve({ ...rest, DATABASE_URL: url.href }).catch(String)
  expect(error).toContain(named)
  expect(error).not.toContain('canary')
})
