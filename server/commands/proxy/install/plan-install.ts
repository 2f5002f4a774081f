import { isDeepStrictEqual } from 'node:util'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../../../gateway/common/config-error.ts'
import { keysOf, valueAt, withValue, type ConfigFormat } from './edit-config.ts'
import {
  backupOf,
  digestOf,
  readRecord,
  writeRecord,
  type RecordedChange,
} from './install-record.ts'
import type { ConfigChange, InstallSettings, tools } from './tools.ts'
import { installCommandWords as words } from '#shared/words/english/programs/install-command.ts'

export type InstalledTool = (typeof tools)[number]

/** A file as it is, as it would be, and what makes it so. */
export interface FilePlan {
  readonly file: string
  /** Null where there is no file. */
  readonly before: string | null
  /** Null where the file goes. */
  readonly after: string | null
  /** Does it. */
  readonly apply: () => void
}

/** @throws {ConfigError} for a file that cannot be read, or not be edited without touching more */
export function planInstall(
  tool: InstalledTool,
  file: string,
  settings: InstallSettings,
): FilePlan {
  if (tool.model === 'required' && settings.model === null) {
    throw new ConfigError('--model', words.noModel(tool.id), words.noModelFix)
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null
  const { format } = tool
  const config = parsed(before ?? '', file, format)
  let text = before ?? ''
  let value = config
  const changes: RecordedChange[] = []
  for (const { path, value: wanted } of tool.changes(settings, config)) {
    const keys = keysOf(value, path)
    const was = valueAt(value, keys)
    changes.push({
      path,
      value: wanted,
      ...(was === undefined ? {} : { before: was }),
      depthBefore: depthIn(value, keys),
    })
    if (isDeepStrictEqual(was, wanted)) continue
    value = withValue(value, keys, wanted)
    text = edited({ text, file, format }, { keys, value: wanted, expected: value })
  }
  return {
    file,
    before,
    after: text,
    apply: () => writeInstalled(tool.id, { file, before, text, changes }),
  }
}

interface Editing {
  readonly text: string
  readonly file: string
  readonly format: ConfigFormat
}

interface Edit {
  readonly keys: readonly (string | number)[]
  readonly value: ConfigChange['value'] | undefined
  /** All of it, once it is made. */
  readonly expected: ReturnType<ConfigFormat['parse']>
}

/** Nothing but this one value may be another afterwards. @throws {ConfigError} */
export function edited({ text, file, format }: Editing, { keys, value, expected }: Edit): string {
  const after = format.set(text, keys, value)
  if (isDeepStrictEqual(parsed(after, file, format), expected)) return after
  throw new ConfigError(file, words.notEditable, words.notEditableFix)
}

/** @throws {ConfigError} */
export function parsed(text: string, file: string, format: ConfigFormat) {
  try {
    return format.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigError(file, words.unreadable(message.split('\n')[0] ?? ''), words.unreadableFix)
  }
}

/** How many parts of a path lead to something. */
function depthIn(value: Parameters<typeof valueAt>[0], keys: readonly (string | number)[]): number {
  const missing = keys.findIndex((_key, index) => {
    return valueAt(value, keys.slice(0, index + 1)) === undefined
  })
  return missing < 0 ? keys.length : missing
}

interface Written {
  readonly file: string
  readonly before: string | null
  readonly text: string
  readonly changes: readonly RecordedChange[]
}

function writeInstalled(tool: string, { file, before, text, changes }: Written): void {
  mkdirSync(dirname(file), { recursive: true })
  const earlier = readRecord(file)
  if (earlier === null && before !== null) writeFileSync(backupOf(file), before, { mode: 0o600 })
  // In place: it may be a link, and its permissions are its owner's.
  writeFileSync(file, text)
  const known = new Map(earlier?.changes.map((change) => [JSON.stringify(change.path), change]))
  for (const change of changes) {
    const name = JSON.stringify(change.path)
    const first = known.get(name)
    known.set(name, first === undefined ? change : { ...first, value: change.value })
  }
  writeRecord(file, {
    tool,
    existed: earlier?.existed ?? before !== null,
    after: digestOf(text),
    isBackupCurrent:
      earlier === null || (earlier.isBackupCurrent && digestOf(before ?? '') === earlier.after),
    changes: [...known.values()],
  })
}
