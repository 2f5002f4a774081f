import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

/** A folder that is gone when the test is over, or all tests of its file are. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
