import { refuseOther, schema, schemaVersion } from './schema.ts'
import type { SqlDatabase } from './sql-database.ts'

/** Number of the advisory lock for changes of the schema; any number that nobody else uses. */
const lockNumber = 7_263_549_120_846_311n

/** Makes the tables where there are none: one process at a time, and all or nothing. */
export function makeTables(database: SqlDatabase): Promise<void> {
  return database.transaction(async ({ query }) => {
    await query(`select pg_advisory_xact_lock(${lockNumber})`)
    if (!(await hasTables({ query }))) {
      await query('create table schema_version (version integer not null)')
    }
    const [row] = await query<{ version: number }>('select version from schema_version')
    const version = row?.version ?? 0
    refuseOther(version)
    // A role that may not change the schema needs not.
    if (version !== 0) return
    for (const statement of schema) await query(inBytes(statement))
    await query(`insert into schema_version values (${schemaVersion})`)
  })
}

/** Whether a gateway has made its tables. */
export async function hasTables({ query }: Pick<SqlDatabase, 'query'>): Promise<boolean> {
  const [row] = await query<{ name: string | null }>(
    "select to_regclass('schema_version')::text as name",
  )
  return (row?.name ?? null) !== null
}

/** Text is compared by its bytes, as in SQLite, whatever the database's language is. */
function inBytes(statement: string): string {
  return statement.replaceAll(/ text\b/g, ' text collate "C"')
}
