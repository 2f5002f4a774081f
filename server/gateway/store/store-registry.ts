import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { ConfigError } from '../common/config-error.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'
import { StoreError, type Store } from './store.ts'
import type { StoreKind } from './store-kind.ts'

/** Every kind of store. A new one is its file here, and its name in this list. */
export const storeKinds: readonly StoreKind[] = [sqlite, postgres]

/** @throws {ConfigError, StoreError} */
export async function openStore(address: string): Promise<Store> {
  return kindOf(address).open(address)
}

/**
 * Keeps what `openStore` opened for this gateway, where it is for one alone.
 * @returns lets it go
 * @throws {StoreError} STORE_IN_USE
 */
export function holdStore(address: string): () => void {
  return kindOf(address).hold(address)
}

/** As `openStore`, and none is made where there is none. @throws {ConfigError, StoreError} STORE_MISSING */
export async function openExistingStore(address: string): Promise<Store> {
  const kind = kindOf(address)
  if (await kind.exists(address)) return kind.open(address)
  throw new StoreError('STORE_MISSING', storeProblems.neverStarted)
}

/** @throws {ConfigError} */
function kindOf(address: string): StoreKind {
  const scheme = address.slice(0, Math.max(0, address.indexOf(':')))
  const kind = storeKinds.find((each) => each.schemes.includes(scheme))
  if (kind) return kind
  throw new ConfigError(
    'DATABASE_URL',
    environmentProblems.noStore,
    environmentProblems.beginWith(storeKinds.map((each) => `${each.schemes[0]}:`).join(', ')),
  )
}
