import { once } from 'node:events'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { guardedPool } from '../../server/store/postgres-pool.ts'

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
