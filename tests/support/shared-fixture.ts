import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../shared/fixtures')

/** Whether the folder with real quotes stands beside this repository; it is not part of it. */
export const hasFixtures = existsSync(join(folder, 'real_near_mpc_tdx.json'))

/** Said in the title of what is skipped without them. */
export const withoutFixtures = hasFixtures ? '' : ' (skipped: ../shared/fixtures is not here)'

export function readFixture<Document>(name: string): Document {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Document
}
