import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { secretDigest } from '../../../server/gateway/accounts/accounts.ts'
import { openSqliteStore } from '../../../server/gateway/store/sqlite.ts'
import { adminHere, type AdminOutcome } from '../../support/gateway/admin-here.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { programPath } from '../../support/program-path.ts'

/** The operator's command as its user starts it, over a data folder of its own. */
function setUp() {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const script = programPath('server/commands/admin/main.ts')
  const admin = (...args: readonly string[]) =>
    new Promise<AdminOutcome>((resolve) => {
      const env = { ...bareEnvironment, DATA_DIR: dataDir }
      execFile(process.execPath, [script, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
    })
  const here = (...args: readonly string[]) => adminHere(dataDir, args)
  const hereWith = (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    adminHere(dataDir, args, undefined, variables)
  const open = () => openSqliteStore(join(dataDir, 'countersign.db'))
  // As the gateway makes it at its start.
  const start = async () => {
    await open().close()
  }
  return { folder, dataDir, admin, here, hereWith, open, start }
}

const newKey = (id: string) => ({
  id,
  plan: 'free',
  planUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  usedOn: '2026-01-01',
})

test('help is an answer, and no command at all is a mistake', async () => {
  const { admin, here } = setUp()
  for (const { code, stdout, stderr } of [
    await admin('help'),
    await here('--help'),
    await here('-h'),
  ]) {
    expect([code, stderr]).toEqual([0, ''])
    for (const command of ['voucher', 'grant', 'revoke', 'list', 'rotate-signer', 'help']) {
      expect(stdout).toContain(`\n  ${command} `)
    }
  }
  const none = await admin()
  expect([none.code, none.stdout]).toEqual([2, ''])
  expect(none.stderr).toContain('Usage: npm run admin -- <command>')
})

test('what a command does not take is refused before anything is done', async () => {
  const { here, open } = setUp()
  const store = open()
  await store.createKey(newKey('key_a'), 'digest')
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['nonsense'], '"nonsense" is not a command'],
    [['revoke', 'key_a', '--days', '3'], 'revoke does not take --days'],
    [['revoke', 'key_a', 'key_b'], 'revoke takes a key id'],
    [['revoke'], 'revoke takes a key id'],
    [['grant', 'key_a'], 'grant takes a key id and a plan'],
    [['grant', 'key_a', 'gold'], '"gold" is not a plan; the plans are free, paid'],
    [['grant', 'key_none', 'paid'], 'no key in use has the id "key_none"'],
    [['revoke', 'vou_none'], 'no voucher that is still to be redeemed has the id "vou_none"'],
    [['grant', 'key_a', 'paid', '--days', '0'], '--days takes a whole number from 1 to 36500'],
    [['voucher', 'paid'], 'voucher takes no operand'],
    [['voucher', '--plan', 'gold'], '"gold" is not a plan; the plans are free, paid'],
    [['voucher', '--count', '0'], '--count takes a whole number from 1 to 10000'],
    [['voucher', '--count', '1e3'], '--count takes a whole number from 1 to 10000'],
    [['voucher', '--json'], 'voucher does not take --json'],
    [['list'], 'list takes one of keys, vouchers, signers'],
    [['list', 'nonsense'], 'list takes one of keys, vouchers, signers'],
    [['rotate-signer', '--lead', '4'], '--lead takes a whole number from 5 to 86400'],
    [['rotate-signer', '--lead=-5'], '--lead takes a whole number from 5 to 86400'],
    [['revoke-signer', '0x1'], 'no signer has the address "0x1"'],
    [['revoke-signer', '0x1', '--from', 'soon'], '--from takes a time in the past'],
    [['revoke-signer', '0x1', '--from', '2999-01-01T00:00:00Z'], '--from takes a time in the past'],
    [['revoke', 'key_a', '--from', '2026-01-01T00:00:00Z'], 'revoke does not take --from'],
    [['--unknown'], '--unknown'],
  ]
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await here(...args)
    expect([args, code, stdout]).toEqual([args, 2, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain('Usage: npm run admin')
  }
  expect(await store.listKeys()).toEqual([newKey('key_a')])
  expect(await store.listVouchers()).toEqual([])
  expect(await store.listSigners()).toEqual([])
})

test('vouchers are printed once, each on a line, and only their digests are kept', async () => {
  const { here, dataDir, open, start } = setUp()
  await start()
  const { code, stdout } = await here('voucher', '--count', '3', '--days', '30', '--plan', 'paid')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
  const codes = lines.map(([, voucher]) => voucher ?? '')
  expect(code).toBe(0)
  expect(new Set(codes).size).toBe(3)
  for (const each of codes) expect(each).toMatch(/^CSNV(-[0-9A-HJKMNP-TV-Z]{5}){5}$/)

  const store = open()
  const kept = await store.listVouchers()
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(lines.map(([id]) => id)))
  expect(kept.map(({ plan, days }) => [plan, days])).toEqual(Array(3).fill(['paid', 30]))
  await store.createKey(newKey('key_a'), 'digest')
  for (const each of codes) {
    const codeDigest = secretDigest(each)
    const raise = () => ({ plan: 'paid', planUntil: null })
    const at = '2026-01-02T00:00:00.000Z'
    const redeemed = await store.redeemVoucher({ codeDigest, keyId: 'key_a', at, raise })
    expect(redeemed.outcome).toBe('redeemed')
  }
  const files = readdirSync(dataDir).map((file) => readFileSync(join(dataDir, file), 'latin1'))
  const listed = (await here('list', 'vouchers')).stdout
  for (const each of codes) {
    expect(listed).not.toContain(each)
    for (const bytes of files) expect(bytes.includes(each)).toBe(false)
  }
})

test('commands work beside a gateway that has the store open, and it sees them at once', async () => {
  const { here, open } = setUp()
  const store = open()
  await store.createKey(newKey('key_a'), 'digest')
  const granted = await here('grant', 'key_a', 'paid', '--days', '30')
  expect(granted.stdout).toMatch(
    /^key_a has the plan "paid" until \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\n$/,
  )
  const days = Date.parse((await store.findKey('digest'))?.planUntil ?? '') - Date.now()
  expect(Math.round(days / 86_400_000)).toBe(30)
  expect((await here('grant', 'key_a', 'paid')).stdout).toBe('key_a has the plan "paid"\n')
  expect(await store.findKey('digest')).toMatchObject({ plan: 'paid', planUntil: null })
  expect((await here('revoke', 'key_a')).stdout).toBe('key_a is revoked\n')
  expect((await store.findKey('digest'))?.revokedAt).not.toBeNull()
  const late = await here('grant', 'key_a', 'free')
  expect([late.code, late.stderr.split('\n')[0]]).toEqual([2, 'no key in use has the id "key_a"'])
  expect(await store.findKey('digest')).toMatchObject({ plan: 'paid' })
  const again = await here('revoke', 'key_a')
  expect([again.code, again.stderr.split('\n')[0]]).toEqual([2, 'no key in use has the id "key_a"'])
})

test('lists are for people or, with --json, for programs', async () => {
  const { here, open } = setUp()
  const store = open()
  expect((await here('list', 'keys')).stdout).toBe('none\n')
  expect((await here('list', 'keys', '--json')).stdout).toBe('[]\n')
  await store.createKey(newKey('key_a'), 'digest')
  const { stdout } = await here('list', 'keys')
  expect(stdout).toContain('id=key_a  plan=free  planUntil=-')
  expect(stdout).not.toContain('digest')
  expect(JSON.parse((await here('list', 'keys', '--json')).stdout)).toEqual([newKey('key_a')])
})

test('rotations leave a key file each and terms that join, also when commands race', async () => {
  const { admin, here, dataDir, open, start } = setUp()
  await start()
  const first = await here('rotate-signer')
  expect(first.stdout).toMatch(/^0x[0-9a-f]{40} signs from \d{4}-.*Z\n$/)
  const outcomes = await Promise.all([1, 2, 3].map(() => admin('rotate-signer', '--lead', '60')))
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']))

  const terms = await open().listSigners()
  expect(terms).toHaveLength(4)
  for (const [index, { from, until }] of terms.entries()) {
    expect(until).toBe(terms[index + 1]?.from ?? null)
    expect(until === null || from < until).toBe(true)
  }
  const files = readdirSync(join(dataDir, 'signers'))
  expect(files.toSorted()).toEqual(terms.map(({ address }) => `${address}.key`).toSorted())
  const said = [first, ...outcomes].map(({ stdout }) => stdout).join('')
  for (const { address } of terms) expect(said).toContain(address)
  for (const file of files) {
    expect(said).not.toContain(readFileSync(join(dataDir, 'signers', file), 'utf8').trim())
  }
})

test('what cannot be done ends with 1 and says why, without usage or a key', async () => {
  const { dataDir, folder, admin, hereWith, start } = setUp()
  await start()
  const SEAL_KEY = '0123456789abcdef'.repeat(4)
  const given = await hereWith({ SEAL_KEY }, 'rotate-signer')
  expect([given.code, given.stdout]).toEqual([1, ''])
  expect(given.stderr).toContain('as SEAL_KEY_NEXT, and restart each')
  const broken = await hereWith({ SEAL_KEY: `${SEAL_KEY}00` }, 'rotate-signer')
  expect([broken.code, broken.stderr.includes('64 hex digits')]).toEqual([1, true])
  for (const { stderr } of [given, broken]) expect(stderr).not.toContain('0123456789abcdef')

  const database = new DatabaseSync(join(dataDir, 'countersign.db'))
  database.exec('pragma user_version = 99')
  database.close()
  const newer = await admin('list', 'keys')
  expect([newer.code, newer.stderr.includes('Use the program that made the database')]).toEqual([
    1,
    true,
  ])

  writeFileSync(join(folder, 'file'), '')
  const noFolder = await hereWith({ DATA_DIR: join(folder, 'file') }, 'list', 'keys')
  expect([noFolder.code, noFolder.stderr.includes('DATA_DIR')]).toEqual([1, true])
  for (const { stderr } of [given, broken, newer, noFolder]) {
    expect(stderr).not.toContain('Usage')
    expect(stderr).not.toContain('    at ')
  }
})

test('plans come from the configuration of the gateway', async () => {
  const { folder, hereWith, start } = setUp()
  await start()
  mkdirSync(folder, { recursive: true })
  const upstream = { id: 'own', kind: 'openai', base_url: 'http://127.0.0.1:1/v1', mode: 'private' }
  const plans = ['bronze', 'silver'].map((id) => ({ id, requests_per_minute: 1 }))
  const config = { upstreams: [{ ...upstream, models: { m: 'm' } }], plans }
  const GATEWAY_CONFIG = join(folder, 'gateway.config.json')
  writeFileSync(GATEWAY_CONFIG, JSON.stringify(config))
  const admin = (...args: readonly string[]) => hereWith({ GATEWAY_CONFIG }, ...args)
  expect((await admin('voucher')).code).toBe(0)
  expect((await admin('list', 'vouchers')).stdout).toContain('plan=silver')
  expect((await admin('voucher', '--plan', 'paid')).stderr).toContain(
    'the plans are bronze, silver',
  )
})

test('a wrong DATA_DIR makes no store, and is named', async () => {
  const { folder, hereWith } = setUp()
  for (const args of [['list', 'keys'], ['voucher'], ['rotate-signer']]) {
    const { code, stdout, stderr } = await hereWith(
      { DATA_DIR: join(folder, 'elsewhere') },
      ...args,
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('No gateway has kept anything there. DATA_DIR')
  }
  expect(readdirSync(folder)).toEqual([])
})

test('a voucher that nobody redeemed is revoked by its id, and one that was redeemed is not', async () => {
  const { here, open, start } = setUp()
  await start()
  const { stdout } = await here('voucher', '--count', '2')
  const [first = [], second = []] = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
  expect((await here('revoke', first[0] ?? '')).stdout).toBe(`${first[0]} is revoked\n`)
  const store = open()
  await store.createKey(newKey('key_a'), 'digest')
  const redeem = (code = '') =>
    store.redeemVoucher({
      codeDigest: secretDigest(code),
      keyId: 'key_a',
      at: '2026-01-02T00:00:00.000Z',
      raise: () => ({ plan: 'paid', planUntil: null }),
    })
  expect((await redeem(first[1])).outcome).toBe('unknown')
  expect((await redeem(second[1])).outcome).toBe('redeemed')
  const late = await here('revoke', second[0] ?? '')
  expect([late.code, late.stderr.split('\n')[0]]).toEqual([
    2,
    `no voucher that is still to be redeemed has the id "${second[0]}"`,
  ])
})
