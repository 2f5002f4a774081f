import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../shared/fixtures/providers/recordings')

/** Whether the folder with recorded evidence of providers stands beside this repository; it is not part of it. */
export const hasRecordings = existsSync(folder)

/** Said in the title of what is skipped without them. */
export const withoutRecordings = hasRecordings
  ? ''
  : ' (skipped: ../shared/fixtures/providers is not here)'

/** Names of all recordings, without their ending. */
export const recordingNames: readonly string[] = hasRecordings
  ? readdirSync(folder)
      .map((name) => name.replace(/\.json$/, ''))
      .toSorted()
  : []

export function recordingPath(name: string): string {
  return join(folder, `${name}.json`)
}
