import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { expect, test } from 'vitest'
import { openSigner } from '../../../server/gateway/signer/open-signer.ts'
import { join } from 'node:path'
import { openSqliteStore } from '../../../server/gateway/store/sqlite.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { programPath } from '../../support/program-path.ts'
import { secretDigest } from '../../../server/gateway/accounts/accounts.ts'
import { newVoucherCode } from '../../../server/gateway/common/secrets.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'

test('kill -9 at any moment loses no acknowledged key, rotation, revocation or voucher', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const upstream = await untilEnd(startTestUpstream())
  const config = configFor(upstream.baseUrl)
  const alive = new Set<string>()
  const ended = new Set<string>()
  const spent = new Set<string>()

  for (let round = 0; round < 4; round++) {
    const codes = Array.from({ length: 40 }, () => newVoucherCode(randomBytes))
    const store = openSqliteStore(join(dataDir, 'countersign.db'))
    for (const code of codes) {
      const voucher = {
        id: `vou_${code}`,
        plan: 'paid',
        days: null,
        createdAt: '',
        redeemedAt: null,
      }
      await store.createVoucher(voucher, secretDigest(code))
    }
    await store.close()

    const gateway = await startGateway({ config, dataDir })
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
    let acknowledged = 0
    const enough = Promise.withResolvers<void>()
    const note = () => {
      acknowledged += 1
      if (acknowledged === 10 + round * 17) enough.resolve()
    }
    const work = async (kind: number) => {
      for (;;) {
        const { key } = (await ask(`${gateway.baseUrl}/api/keys`, '')).json<{ key: string }>()
        alive.add(key)
        note()
        if (kind === 0) {
          alive.delete(key) // in doubt until it is acknowledged
          const rotated = await ask(`${gateway.baseUrl}/api/keys/self/rotate`, '', bearer(key))
          ended.add(key)
          alive.add(rotated.json<{ key: string }>().key)
        } else if (kind === 1) {
          alive.delete(key) // in doubt until it is acknowledged
          const gone = await fetch(`${gateway.baseUrl}/api/keys/self`, {
            method: 'DELETE',
            headers: bearer(key),
          })
          if (gone.status === 200) ended.add(key)
        } else {
          const code = codes.pop()
          if (code === undefined) return
          const used = await ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code }, bearer(key))
          if (used.status === 200) spent.add(code)
        }
        note()
      }
    }
    const workers = [0, 1, 2, 0, 1, 2].map((kind) => work(kind).catch(() => {}))
    await enough.promise
    await gateway.kill()
    await Promise.all(workers)
  }

  const gateway = await untilEnd(startGateway({ config, dataDir }))
  const statusOf = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${gateway.baseUrl}/api/keys/self`, { headers })).status
  }
  expect(alive.size).toBeGreaterThan(20)
  expect(ended.size).toBeGreaterThan(5)
  expect(spent.size).toBeGreaterThan(5)
  for (const key of alive) expect(await statusOf(key)).toBe(200)
  for (const key of ended) expect(await statusOf(key)).toBe(401)
  const { key } = (await ask(`${gateway.baseUrl}/api/keys`, '')).json<{ key: string }>()
  for (const code of spent) {
    const headers = { authorization: `Bearer ${key}` }
    expect((await ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code }, headers)).status).toBe(
      409,
    )
  }
})

test('a rotation of the signer that is killed half-way loses no acknowledged one, and the start works', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const store = openSqliteStore(join(dataDir, 'countersign.db'))
  const deps = { store, dataDir, variables: {}, randomBytes, now: () => new Date() }
  await openSigner(deps)
  const admin = programPath('server/commands/admin/main.ts')
  const acknowledged: string[] = []
  for (let round = 0; round < 10; round++) {
    const child = spawn(process.execPath, [admin, 'rotate-signer'], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // Half of them die when the new key is on the disk and the store may not name it yet.
    const watcher = watch(join(dataDir, 'signers'), () => {
      if (round % 2 === 0) child.kill('SIGKILL')
    })
    child.stdout.on('data', (line: Buffer) => acknowledged.push(line.toString().slice(0, 42)))
    await once(child, 'close')
    watcher.close()
  }
  const kept = (await store.listSigners()).map(({ address }) => address)
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
  expect(kept).toEqual(expect.arrayContaining(acknowledged))
  const { schedule } = await openSigner(deps)
  expect(schedule.signerAt(new Date()).address).toBe(schedule.history(new Date()).current.address)
})

test('a store whose process is killed after any number of acknowledged changes has them all', async () => {
  const path = join(temporaryFolder(), 'data', 'countersign.db')
  const script = join(import.meta.dirname, '../../unit/server/store/write-until-killed.ts')
  const acknowledged: string[] = []
  const kills: number[] = []
  for (let round = 0; round < 8; round++) {
    const killAt = randomInt(1, 250)
    kills.push(killAt)
    const child = spawn(process.execPath, [script, path, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    let count = 0
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      count += 1
      if (count === killAt) child.kill('SIGKILL')
    }
    expect(await ended).toEqual([null, 'SIGKILL'])
  }

  const store = openSqliteStore(path)
  const keys = new Map((await store.listKeys()).map((key) => [key.id, key]))
  const vouchers = new Map((await store.listVouchers()).map((voucher) => [voucher.id, voucher]))
  const signers = await store.listSigners()
  const addresses = new Set(signers.map(({ address }) => address))
  const isKept: Readonly<Record<string, (id: string) => Promise<boolean> | boolean>> = {
    key: (id) => keys.has(id),
    voucher: (id) => vouchers.has(id),
    'rotated-key': async (id) => (await store.findKey(`second-${id}`))?.id === id,
    redeemed: (id) => keys.get(id)?.plan === 'paid' && vouchers.get(id)?.redeemedAt === id,
    signer: (id) => addresses.has(`0x${id}`),
  }
  const lost: string[] = []
  for (const line of acknowledged) {
    const [kind = '', id = ''] = line.split(' ')
    if ((await isKept[kind]?.(id)) !== true) lost.push(line)
  }
  expect(lost, `killed after ${kills.join(', ')} acknowledged changes`).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills.reduce((sum, each) => sum + each, 0))

  // Half a change is none: a voucher is spent if and only if its key was raised, and terms join.
  for (const { id, plan } of keys.values()) {
    expect([id, plan === 'paid']).toEqual([id, (vouchers.get(id)?.redeemedAt ?? null) !== null])
  }
  for (const [index, { until }] of signers.entries()) {
    expect(until).toBe(signers[index + 1]?.from ?? null)
  }
  await store.close()
})
