import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { secretDigest } from '../../../server/gateway/accounts/accounts.ts'
import { newVoucherCode } from '../../../server/gateway/common/secrets.ts'
import { startLocalPostgres } from '../../cluster/start-local-postgres.ts'
import { openStore } from '../../../server/gateway/store/store-registry.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { freePort } from '../../support/free-port.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { postgresPrograms } from '../../support/peers/postgres-programs.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'

// Backup and restore of PostgreSQL by the README's lines, from one server into another, which is empty.

const readme = readFileSync(join(import.meta.dirname, '../../../server/deploy/README.md'), 'utf8')
const programs = postgresPrograms()
/** Where tests run unwatched on Linux, a PostgreSQL that lacks them is a failure and no silence. */
const mustBeTried = process.platform === 'linux' && process.env['CI'] !== undefined

const messages = [{ role: 'user', content: 'Hello' }]

type Svc = Parameters<typeof verifyIndependently>[0]['svc']

/** @param bin folder of its programs; null for those of all other tests */
async function startServer(bin: string | null) {
  const port = await freePort()
  const server = await startLocalPostgres(port, bin === null ? {} : { programs: bin })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await server.stop()
    isStopped = true
  }
  onTestFinished(stop)
  return { databaseUrl: `${server.address}/postgres`, stop }
}

async function startOn(databaseUrl: string, upstreamUrl: string) {
  const gateway = await startGateway({
    config: configFor(upstreamUrl),
    environment: { DATABASE_URL: databaseUrl, SEAL_KEY: '88'.repeat(32) },
  })
  onTestFinished(() => gateway.kill())
  const { baseUrl } = gateway
  return {
    kill: () => gateway.kill(),
    makeKey: async () => (await ask(`${baseUrl}/api/keys`, '')).json<{ key: string }>().key,
    self: (key: string, path = '') =>
      fetch(`${baseUrl}/api/keys/self${path}`, { headers: { authorization: `Bearer ${key}` } }),
    redeem: (key: string, code: string) =>
      ask(`${baseUrl}/api/keys/self/redeem`, { code }, { authorization: `Bearer ${key}` }),
    chat: async (key: string) => {
      const body = { model: 'test-private', messages }
      const headers = { authorization: `Bearer ${key}` }
      return (await ask(`${baseUrl}/v1/chat/completions`, body, headers)).json<{
        svc: Svc
        choices: readonly { message: unknown }[]
      }>()
    },
    limits: async () =>
      (await (await fetch(`${baseUrl}/api/limits`)).json()) as {
        seal_signer: string
        seal_signer_from: string
      },
  }
}

/** The README's lines that call a program of PostgreSQL. */
const linesWith = (program: string) =>
  [...readme.matchAll(/```sh\n([^`]*)```/g)]
    .map(([, lines = '']) => lines)
    .find((lines) => lines.includes(`${program} --`)) ?? expect.unreachable(program)

test.skipIf(programs === null && !mustBeTried)(
  'what pg_dump saves while a gateway runs is restored into an empty server with keys, plans, usage and terms of signers',
  async () => {
    const bin = programs ?? expect.unreachable('install PostgreSQL with pg_dump')
    const folder = temporaryFolder()
    const PATH = `${bin}:${process.env['PATH']}`
    const run = (lines: string, databaseUrl: string) =>
      execFileSync('sh', ['-ec', lines], {
        cwd: folder,
        env: { PATH, DATABASE_URL: databaseUrl },
        stdio: 'pipe',
      })
    const upstream = await untilEnd(startTestUpstream())
    const first = await startServer(bin)
    const gateway = await startOn(first.databaseUrl, upstream.baseUrl)
    const code = newVoucherCode(randomBytes)
    const store = await openStore(first.databaseUrl)
    const createdAt = new Date().toISOString()
    const voucher = { id: 'v', plan: 'paid', days: 30, createdAt, redeemedAt: null }
    await store.createVoucher(voucher, secretDigest(code))
    await store.close()
    const before = await gateway.makeKey()
    expect((await gateway.redeem(before, code)).status).toBe(200)
    const answer = await gateway.chat(before)
    // Asked for, it is written.
    const usage = (await (await gateway.self(before, '/usage')).json()) as object
    expect(JSON.stringify(usage)).toContain('test-private')
    const limits = await gateway.limits()

    run(linesWith('pg_dump'), first.databaseUrl)
    expect(statSync(join(folder, 'countersign.dump')).mode & 0o077).toBe(0)
    const after = await gateway.makeKey()
    await gateway.kill()
    await first.stop()

    const second = await startServer(bin)
    run(linesWith('pg_restore'), second.databaseUrl)
    const restored = await startOn(second.databaseUrl, upstream.baseUrl)
    expect(await restored.limits()).toMatchObject({
      seal_signer: limits.seal_signer,
      seal_signer_from: limits.seal_signer_from,
    })
    const self = await restored.self(before)
    expect([self.status, await self.json()]).toMatchObject([200, { plan: 'paid' }])
    expect(await (await restored.self(before, '/usage')).json()).toEqual(usage)
    // The voucher stays redeemed, and a key that was made since is unknown.
    expect((await restored.redeem(await restored.makeKey(), code)).status).not.toBe(200)
    expect((await restored.self(after)).status).toBe(401)
    for (const { svc, choices } of [answer, await restored.chat(before)]) {
      const message = choices[0]?.message
      const sealSigner = limits.seal_signer
      expect(await verifyIndependently({ svc, messages, message, sealSigner })).toEqual(allHold)
    }
  },
)

test('a program that is older than its PostgreSQL database says so in one line, and leaves it as it is', async () => {
  const { databaseUrl } = await startServer(null)
  const gateway = await startOn(databaseUrl, 'http://127.0.0.1:1/v1')
  await gateway.kill()
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const update = 'update schema_version set version = version + 1 returning version'
  const newer = (await client.query(update)).rows
  const started = startOn(databaseUrl, 'http://127.0.0.1:1/v1')
  await expect(started).rejects.toThrow(
    /with 1: Countersign cannot start\. the database has version \d+, and this program knows version \d+. Use the program that made the database\n$/,
  )
  const { rows } = await client.query('select version from schema_version')
  await client.end()
  expect(rows).toEqual(newer)
})
