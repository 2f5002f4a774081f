import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { patient } from '../../support/patient.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startGateway, type StartOptions } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilEnd } from '../../support/until-end.ts'

// What whoever runs a gateway gets to read when something about it is wrong.

const config = configFor('http://127.0.0.1:1/v1')

async function start(options: Partial<StartOptions>) {
  const gateway = await startGateway({ config, ...options })
  onTestFinished(() => gateway.kill())
  return gateway
}

const noStart = (options: Partial<StartOptions>) =>
  start(options).then(
    () => expect.unreachable('it should not start'),
    (error: Error) => error.message,
  )

async function expectReady(dataDir: string): Promise<void> {
  const { baseUrl } = await untilEnd(startGatewayHere({ config, dataDir }))
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
}

test('a network that is everybody is refused as a proxy in one line, without a stack', async () => {
  const said = await noStart({ environment: { TRUST_PROXY: '0.0.0.0/0' } })
  expect(said).toMatch(/with 1: Countersign cannot start\. TRUST_PROXY: "0\.0\.0\.0\/0" .*\n$/)
})

test('a second gateway on the same embedded store is refused, and the first goes on', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await start({ dataDir })
  const second = startGatewayHere({ config, dataDir })
  await expect(second).rejects.toThrow(/^another gateway uses .*DATABASE_URL=postgres/)
  expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200)
  await first.kill()
  await expectReady(dataDir)
})

test('an emptied database beside old keys makes no new signer until they are moved away', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await startGatewayHere({ config, dataDir })
  const { seal_signer } = (await (await fetch(`${first.baseUrl}/api/limits`)).json()) as {
    seal_signer: string
  }
  await first.stop()
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(dataDir, `countersign.db${end}`), { force: true })
  }
  const said = await noStart({ dataDir })
  expect(said).toContain(`holds keys of ${seal_signer}`)
  expect(said).toContain('Restore the database')
  renameSync(join(dataDir, 'signers'), join(dataDir, 'old-signers'))
  await expectReady(dataDir)
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test('a full disk makes it not ready, and the log names the cause', async ({ skip }) => {
  skip(!isRoot, 'only root on Linux can make a small disk')
  const disk = join(temporaryFolder(), 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', disk])
  const gateway = await startGateway({ config, dataDir: join(disk, 'data') })
  onTestFinished(async () => {
    await gateway.kill()
    execFileSync('umount', [disk])
  })
  const ready = async () => (await fetch(`${gateway.baseUrl}/readyz`)).status
  expect(await ready()).toBe(200)
  const filler = join(disk, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024))).toThrow('ENOSPC')
  await vi.waitFor(async () => expect(await ready()).toBe(503), patient)
  await vi.waitFor(() => {
    expect(gateway.output()).toMatch(/"msg":"not ready"/)
    expect(gateway.output()).toMatch(/"code":"ENOSPC"|"errstr":"database or disk is full"/)
  }, patient)
  // What needs no store goes on.
  expect((await fetch(`${gateway.baseUrl}/healthz`)).status).toBe(200)
  rmSync(filler)
  await vi.waitFor(async () => expect(await ready()).toBe(200), patient)
  await vi.waitFor(() => expect(gateway.output()).toMatch(/"msg":"ready again"/), patient)
  expect((await ask(`${gateway.baseUrl}/api/keys`, '')).status).toBe(201)
})

test('a proxy that nobody was told of is named once', async () => {
  const gateway = await start({})
  const warnings = () => gateway.output().match(/a proxy seems to be in front/g) ?? []
  await fetch(`${gateway.baseUrl}/healthz`)
  expect(warnings()).toEqual([])
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let time = 0; time < 3; time += 1) await fetch(`${gateway.baseUrl}/healthz`, { headers })
  await vi.waitFor(() => expect(warnings()).toHaveLength(1), patient)
  expect(gateway.output()).not.toContain('203.0.113.7')
  await gateway.stop()
  expect(warnings()).toHaveLength(1)
})

test('BASE_PATH serves everything below a path that a trusted proxy leaves in place, which is not warned of', async () => {
  const gateway = await start({ environment: { BASE_PATH: '/chat/gateway/', TRUST_PROXY: '1' } })
  expect(gateway.baseUrl).toMatch(/\/chat\/gateway$/)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const get = (path: string) => fetch(`${gateway.baseUrl}${path}`, { redirect: 'manual', headers })
  expect((await get('/v1/models')).status).toBe(200)
  expect((await get('/')).headers.get('content-type')).toContain('text/html')
  // The page names what it links to from its own folder.
  for (const [asked, place] of [
    ['', 'gateway/'],
    ['/verify', 'verify/'],
    ['/docs', 'docs/'],
  ]) {
    const { status, headers } = await get(asked ?? '')
    expect([300 < status && status < 400, headers.get('location')]).toEqual([true, place])
  }
  const { servers } = (await (await get('/openapi.json')).json()) as { servers: object }
  expect(servers).toEqual([{ url: '/chat/gateway/' }])
  // Probes come without the proxy.
  const { origin } = new URL(gateway.baseUrl)
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${origin}/chat/gatewayish`)).status).toBe(404)
  await gateway.stop()
  expect(gateway.output()).not.toContain('a proxy seems')
})
