import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { refuseOther, schema, schemaVersion } from './schema.ts'

/** Number of the advisory lock for changes of the schema; any number that nobody else uses. */
const lockNumber = 7_263_549_120_846_311n

/** Makes the tables where there are none: one process at a time, and all or nothing. */
export async function makeTables(pool: PostgresPool): Promise<void> {
  const client = await pool.connect()
  const run = (statement: string) => client.query(statement, [])
  try {
    await run('begin')
    await run(`select pg_advisory_xact_lock(${lockNumber})`)
    const isMade = await hasTables(client)
    if (!isMade) await run('create table schema_version (version integer not null)')
    const version = await versionOf(client)
    refuseOther(version)
    // A role that may not change the schema needs not.
    if (version === 0) {
      for (const statement of schema) await run(inBytes(statement))
      await run(`insert into schema_version values (${schemaVersion})`)
    }
    await run('commit')
  } catch (error) {
    await run('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Whether a gateway has made its tables. */
export async function isThere(pool: PostgresPool): Promise<boolean> {
  const client = await pool.connect()
  try {
    return await hasTables(client)
  } finally {
    client.release()
  }
}

async function hasTables(client: PostgresPoolClient): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('schema_version')::text as name",
    [],
  )
  return rows[0]?.name !== null
}

async function versionOf(client: PostgresPoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from schema_version', [])
  return rows[0]?.version ?? 0
}

/** Text is compared by its bytes, as in SQLite, whatever the database's language is. */
function inBytes(statement: string): string {
  return statement.replaceAll(/ text\b/g, ' text collate "C"')
}
