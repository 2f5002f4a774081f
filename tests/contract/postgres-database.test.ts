import { once } from 'node:events'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { openPool } from '../../server/gateway/store/postgres.ts'
import { postgresDatabase } from '../../server/gateway/store/postgres-database.ts'
import { openStore } from '../../server/gateway/store/store-registry.ts'
import { emptyStores } from '../support/peers/empty-stores.ts'

/** Who connects to it, and who looks on. */
async function open() {
  const address = `${inject('postgres')}/postgres`
  const observer = new Client({ connectionString: address })
  await observer.connect()
  const pool = openPool(address)
  return { pool, database: postgresDatabase(pool), observer }
}

const ownPid = 'select pg_backend_pid() as pid'

test('a connection that the server ends between two statements fails the next one, and no process', async () => {
  const { pool, database, observer } = await open()
  let unheard: unknown = null
  const hear = (error: unknown) => (unheard = error)
  process.once('uncaughtException', hear)
  let ended: number | undefined
  const changed = database.transaction(async ({ query }) => {
    const [row] = await query<{ pid: number }>(ownPid)
    ended = row?.pid ?? expect.unreachable()
    await observer.query('select pg_terminate_backend($1)', [ended])
    await expect
      .poll(() =>
        query('select 1').then(
          () => 'served',
          ({ code }) => String(code),
        ),
      )
      .toBe('STORE_FAILED')
    await query('select 1')
  })
  await expect(changed).rejects.toMatchObject({ code: 'STORE_FAILED' })
  process.off('uncaughtException', hear)
  expect(unheard).toBeNull()
  // The next who asks gets a connection that works.
  const [next] = await database.query<{ pid: number }>(ownPid)
  expect(next?.pid).toBeGreaterThan(0)
  expect(next?.pid).not.toBe(ended)
  await pool.end()
  const closed = once(observer, 'end')
  await observer.end()
  await closed
})

test('a statement that takes too long is ended by the server', async () => {
  const { pool, database, observer } = await open()
  let asked: number | undefined
  const changed = database.transaction(async ({ query }) => {
    const [row] = await query<{ pid: number }>(ownPid)
    asked = row?.pid ?? expect.unreachable()
    await query('select pg_sleep(3600)')
  })
  await expect(changed).rejects.toMatchObject({ code: 'STORE_BUSY' })
  const activity = 'select state from pg_stat_activity where pid = $1'
  const { rows } = await observer.query<{ state: string }>(activity, [asked])
  expect(rows).not.toEqual([{ state: 'active' }])
  await pool.end()
  await observer.end()
})

test('ten gateways that open an empty database at the same time all get it, and one makes its tables', async () => {
  const address = (await emptyStores['postgres']?.()) ?? ''
  const stores = await Promise.all(Array.from({ length: 10 }, () => openStore(address)))
  const found = await Promise.all(stores.map((store) => store.listKeys()))
  expect(found).toEqual(Array(10).fill([]))
  const observer = new Client({ connectionString: address })
  await observer.connect()
  const { rowCount } = await observer.query('select version from schema_version')
  expect(rowCount).toBe(1)
  await observer.end()
  await Promise.all(stores.map((store) => store.close()))
})
