import { ConfigError } from '../config/config-error.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'
import type { Store } from './store.ts'
import type { StoreKind } from './store-kind.ts'

/** Every kind of store. A new one is its file here, and its name in this list. */
export const storeKinds: readonly StoreKind[] = [sqlite, postgres]

/** @throws {ConfigError, StoreError} */
export async function openStore(address: string): Promise<Store> {
  const scheme = address.slice(0, Math.max(0, address.indexOf(':')))
  const kind = storeKinds.find((each) => each.schemes.includes(scheme))
  if (kind) return kind.open(address)
  throw new ConfigError(
    'DATABASE_URL',
    'names no kind of store that is known',
    `Begin it with one of ${storeKinds.map((each) => `${each.schemes[0]}:`).join(', ')}`,
  )
}
