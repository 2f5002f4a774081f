import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Json } from '#shared/canonical-json.ts'
import type { ConfigPath } from './edit-config.ts'

/** What was changed in a configuration file, beside it, so that it can be taken back. */
export interface InstallRecord {
  readonly tool: string
  /** Whether there was a file before. */
  readonly existed: boolean
  /** SHA-256 of the file as it was left. */
  readonly after: string
  /** Whether nobody but this program has changed it since the backup. */
  readonly isBackupCurrent: boolean
  readonly changes: readonly RecordedChange[]
}

export interface RecordedChange {
  readonly path: ConfigPath
  readonly value: Json
  /** Absent where nothing stood there. */
  readonly before?: Json
  /** How many parts of the path there were: what is deeper was made for it. */
  readonly depthBefore: number
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export const backupOf = (file: string) => `${file}.before-countersign`
const recordOf = (file: string) => `${file}.countersign.json`

/** Null where this program changed nothing. */
export function readRecord(file: string): InstallRecord | null {
  const path = recordOf(file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as InstallRecord) : null
}

export function writeRecord(file: string, record: InstallRecord): void {
  writeFileSync(recordOf(file), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
}

/** Once all is taken back. */
export function removeRecord(file: string): void {
  rmSync(recordOf(file), { force: true })
  rmSync(backupOf(file), { force: true })
}
