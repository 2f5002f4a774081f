import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { createClient } from '@redis/client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeTlsIdentity } from '../../../server/demo/enclave/hardware/tls-identity.ts'
import { freePorts } from '../../cluster/free-ports.ts'
import { startLocalRedis } from '../../cluster/start-local-redis.ts'
import { createRedisLimiter } from '../../../server/gateway/accounts/rate-limits/redis-limiter.ts'
import { createRedisReplayGuard } from '../../../server/gateway/accounts/rate-limits/redis-replay-guard.ts'
import { connectRedis } from '../../../server/gateway/accounts/rate-limits/redis-scripts.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { freePort } from '../../support/free-port.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// Addresses of PostgreSQL and Redis that are more than a host and a port: TLS, and a cluster.

const upstream = await untilEnd(startTestUpstream())
const identity = await makeTlsIdentity(new Date())

/** PostgreSQL is asked whether it speaks TLS, in clear, before it does. */
type Opening = 'at once' | 'when asked'

/** TLS before a server that has none. @returns its port */
async function startTlsFront(to: number, opening: Opening): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const speak = () => {
      const secure = new TLSSocket(near, {
        isServer: true,
        key: identity.keyPem,
        cert: identity.certificatePem,
      })
      secure.on('error', () => far.destroy())
      secure.pipe(far).pipe(secure)
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.once('close', () => far.destroy())
    if (opening === 'at once') return speak()
    near.once('data', () => {
      near.write('S')
      speak()
    })
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

function certificateFile(): string {
  const path = join(temporaryFolder(), 'authority.pem')
  writeFileSync(path, identity.certificatePem)
  return path
}

test('over TLS, a PostgreSQL and a Redis are used if their certificate is trusted, and not otherwise', async () => {
  const database = new URL((await emptyStores['postgres']?.()) ?? '')
  const clearAddress = `${database.href}?sslmode=verify-full`
  database.port = String(await startTlsFront(Number(database.port), 'when asked'))
  const redisPort = await startTlsFront(Number(new URL(inject('redis')).port), 'at once')
  const trusted = {
    DATABASE_URL: `${database.href}?sslmode=verify-full`,
    REDIS_URL: `rediss://127.0.0.1:${redisPort}`,
    CALLER_SECRET: '5f'.repeat(32),
    SEAL_KEY: '77'.repeat(32),
    NODE_EXTRA_CA_CERTS: certificateFile(),
  }
  const config = configFor(upstream.baseUrl)
  const start = (environment: Readonly<Record<string, string>>) =>
    startGateway({ config, environment })
  const gateway = await start(trusted)
  const key = await makeKey(gateway.baseUrl)
  const answer = await ask(
    `${gateway.baseUrl}/v1/chat/completions`,
    { model: 'test-private', messages: [{ role: 'user', content: 'Hello' }] },
    { authorization: `Bearer ${key}` },
  )
  expect(answer.status).toBe(200)
  await gateway.stop()

  const { NODE_EXTRA_CA_CERTS: _left, ...unknownAuthority } = trusted
  // What refuses a database has nothing open yet, and needs no process of its own.
  const refuse = (environment: Readonly<Record<string, string>>) =>
    expect(startGatewayHere({ config, environment })).rejects
  await refuse(unknownAuthority).toThrow('DEPTH_ZERO_SELF_SIGNED_CERT')
  await refuse({ ...unknownAuthority, DATABASE_URL: clearAddress }).toThrow('DATABASE_URL')
  const embedded = { ...unknownAuthority, DATABASE_URL: '' }
  await expect(start(embedded)).rejects.toThrow('REDIS_URL: names no Redis')
  const clearRedis = inject('redis').replace('redis:', 'rediss:')
  await expect(start({ ...trusted, REDIS_URL: clearRedis })).rejects.toThrow('REDIS_URL')
})

async function startClusterNode(port: number, busPort: number) {
  const options = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)]
  const server = await startLocalRedis(port, () => {}, options)
  const client = createClient({ url: server.address })
  await client.connect()
  onTestFinished(async () => {
    client.destroy()
    await server.stop()
  })
  return { ...server, send: (...words: string[]) => client.sendCommand<string>(words) }
}

test('over a cluster each budget is exact, and each nonce is claimed once, wherever their slots are', async () => {
  const [port = 0, bus = 0, secondPort = 0, secondBus = 0] = await freePorts(4, await freePort())
  const nodes = [
    await startClusterNode(port, bus),
    await startClusterNode(secondPort, secondBus),
  ] as const
  const [first, second] = nodes
  await first.send('CLUSTER', 'ADDSLOTSRANGE', '0', '8191')
  await second.send('CLUSTER', 'ADDSLOTSRANGE', '8192', '16383')
  await first.send('CLUSTER', 'MEET', '127.0.0.1', String(secondPort), String(secondBus))
  for (const { send } of nodes) {
    await expect.poll(() => send('CLUSTER', 'INFO')).toContain('cluster_state:ok')
    await expect.poll(() => send('CLUSTER', 'INFO')).toContain('cluster_slots_ok:16384')
  }

  const address = nodes.map((node) => node.address).join(',')
  const connections = await Promise.all([connectRedis(address), connectRedis(address)])
  onTestFinished(() => connections.forEach((each) => each.close()))
  const budgets = connections.map((each) => createRedisLimiter(each, { prefix: 'of a cluster' }))
  const guards = connections.map((each) => createRedisReplayGuard(each))
  const subjects = Array.from({ length: 40 }, (_each, index) => `subject ${index}`)
  for (const subject of subjects) {
    const asked = Array.from({ length: 15 }, (_each, index) => budgets[index % 2])
    const spent = await Promise.all(asked.map(async (each) => each?.spend(subject, 10, 0)))
    expect(spent.filter((each) => each?.allowed)).toHaveLength(10)
    const claim = { nowMs: 0, untilMs: 600_000 }
    const claims = await Promise.all(guards.map(async (guard) => guard.claim(subject, claim)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  }
  for (const { send } of nodes) expect(Number(await send('DBSIZE'))).toBeGreaterThan(0)
})
