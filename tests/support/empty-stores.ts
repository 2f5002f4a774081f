import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** Address of a new, empty store, by the scheme of its kind. */
export const emptyStores: Readonly<Record<string, () => string>> = {
  sqlite: () => `sqlite:${join(temporaryFolder(), 'data', 'countersign.db')}`,
}
