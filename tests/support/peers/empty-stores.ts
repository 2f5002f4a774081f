import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

/** Address of a new, empty store, by the scheme of its kind. */
export const emptyStores: Readonly<Record<string, () => Promise<string>>> = {
  sqlite: () => Promise.resolve(`sqlite:${join(temporaryFolder(), 'data', 'countersign.db')}`),
  postgres: emptyPostgres,
}

async function emptyPostgres(): Promise<string> {
  const server = inject('postgres')
  const name = `store_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}
