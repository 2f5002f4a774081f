import { isDeepStrictEqual } from 'node:util'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Json } from '#shared/canonical-json.ts'
import { isEmpty } from '#shared/e2ee/content-free.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { ConfigError } from '../../../gateway/common/config-error.ts'
import { keysOf, valueAt, withValue } from './edit-config.ts'
import {
  backupOf,
  digestOf,
  readRecord,
  removeRecord,
  type RecordedChange,
} from './install-record.ts'
import { edited, parsed, type FilePlan, type InstalledTool } from './plan-install.ts'
import { installCommandWords as words } from '#shared/words/english/programs/install-command.ts'

/**
 * As it was, byte for byte, where nobody changed the file since; else without what was added.
 * @throws {ConfigError} where nothing was installed, or what was is something else by now
 */
export function planUninstall(tool: InstalledTool, file: string): FilePlan {
  const record = readRecord(file)
  if (record === null) {
    throw new ConfigError(`--uninstall ${tool.id}`, words.nothingOurs, words.nothingOursFix(file))
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  // Somebody took the whole file away: it stays away.
  if (before === null) return { file, before, after: null, apply: () => removeRecord(file) }
  const isUntouched = record.isBackupCurrent && digestOf(before) === record.after
  if (isUntouched) {
    const after = record.existed ? readFileSync(backupOf(file), 'utf8') : null
    return planOf(file, before, after)
  }
  return planOf(file, before, withoutOurs(tool, file, { text: before, changes: record.changes }))
}

function planOf(file: string, before: string, after: string | null): FilePlan {
  return {
    file,
    before,
    after,
    apply() {
      if (after === null) rmSync(file)
      else writeFileSync(file, after)
      removeRecord(file)
    },
  }
}

interface Touched {
  readonly text: string
  readonly changes: readonly RecordedChange[]
}

function withoutOurs(tool: InstalledTool, file: string, { text, changes }: Touched): string {
  const { format } = tool
  let value = parsed(text, file, format)
  let after = text
  const others: string[] = []
  for (const change of changes.toReversed()) {
    const keys = keysOf(value, change.path)
    const now = valueAt(value, keys)
    if (isDeepStrictEqual(now, change.before)) continue
    if (!isDeepStrictEqual(now, change.value)) {
      others.push(nameOf(change))
      continue
    }
    const [takenKeys, wanted] = takenBack(value, keys, change)
    value = withValue(value, takenKeys, wanted)
    after = edited(
      { text: after, file, format },
      { keys: takenKeys, value: wanted, expected: value },
    )
  }
  if (others.length === 0) return after
  throw new ConfigError(
    file,
    words.otherValues(others.join(', ')),
    words.otherValuesFix(backupOf(file)),
  )
}

/** What stood there before; else nothing, and none of the objects around it that were made for it and are empty. */
function takenBack(
  value: JsonObject,
  keys: readonly (string | number)[],
  { before, depthBefore }: RecordedChange,
): readonly [readonly (string | number)[], Json | undefined] {
  if (before !== undefined) return [keys, before]
  let taken = keys
  while (taken.length > depthBefore + 1) {
    const without = valueAt(withValue(value, taken, undefined), taken.slice(0, -1))
    if (!isEmpty(without)) break
    taken = taken.slice(0, -1)
  }
  return [taken, undefined]
}

function nameOf({ path }: RecordedChange): string {
  return path.map((part) => (typeof part === 'string' ? part : part.named)).join('.')
}
