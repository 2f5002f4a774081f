import { once } from 'node:events'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { guardedPool } from '../../server/gateway/store/postgres-pool.ts'
import { openStore } from '../../server/gateway/store/store-registry.ts'
import { emptyStores } from '../support/empty-stores.ts'

/** Who connects to it, and who looks on. */
async function open() {
  const address = `${inject('postgres')}/postgres`
  const observer = new Client({ connectionString: address })
  await observer.connect()
  return { pool: guardedPool(address), observer }
}

type Pool = Awaited<ReturnType<typeof open>>['pool']

async function beginTransaction(pool: Pool) {
  const client = await pool.connect()
  await client.query('begin', [])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  return { client, pid: rows[0]?.pid ?? expect.unreachable() }
}

test('a connection that the server ends between two statements fails the next one, and no process', async () => {
  const { pool, observer } = await open()
  const { client, pid } = await beginTransaction(pool)
  let unheard: unknown = null
  const hear = (error: unknown) => (unheard = error)
  process.once('uncaughtException', hear)
  await observer.query('select pg_terminate_backend($1)', [pid])
  await expect
    .poll(() =>
      client.query('select 1', []).then(
        () => 'served',
        ({ code }) => String(code),
      ),
    )
    .toBe('STORE_FAILED')
  client.release()
  process.off('uncaughtException', hear)
  expect(unheard).toBeNull()
  // The next who asks gets a connection that works.
  const next = await beginTransaction(pool)
  expect(next.pid).not.toBe(pid)
  next.client.release()
  await pool.end()
  const ended = once(observer, 'end')
  await observer.end()
  await ended
})

test('a statement that takes too long is ended by the server', async () => {
  const { pool, observer } = await open()
  const { client, pid } = await beginTransaction(pool)
  const asked = client.query('select pg_sleep(3600)', [])
  await expect(asked).rejects.toMatchObject({ code: 'STORE_BUSY' })
  const activity = 'select state from pg_stat_activity where pid = $1'
  const { rows } = await observer.query<{ state: string }>(activity, [pid])
  expect(rows).not.toEqual([{ state: 'active' }])
  client.release()
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
