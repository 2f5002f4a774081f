import type { Json } from '../canonical-json.ts'
import { savedItems } from './saved-items.ts'
import { savedMessages } from './saved-messages.ts'
import { savedVectors } from './saved-vectors.ts'
import { mostReadings, type SavedForm, type Undoing } from './saved-form.ts'

/** What a value of an exchange may have been before a program saved it (FORMAT.md section 3.3). */
export interface Reading {
  readonly value: Json
  /** What was taken out or put back; null as it stands. */
  readonly note: string | null
  /** Members that were taken out with what stood in them: no signature covers it. */
  readonly leftOut: readonly string[]
}

/** Characters of canonical text that are digested for one value, and the readings that are tried whatever its size. */
const mostCharacters = 8 * 1024 * 1024
const fewestReadings = 8

/** The first that knows a value reads it; a chat's messages are what is left. */
function formOf(value: Json): SavedForm {
  return [savedVectors, savedItems].find((form) => form.isOf(value)) ?? savedMessages
}

/** The value as it stands first, then the likelier ones before the others. */
export function* savedReadings(value: Json): Generator<Reading, void, undefined> {
  yield { value, note: null, leftOut: [] }
  const undoings = formOf(value).undoingsOf(value)
  const most = readingLimit(value)
  const sets = Array.from({ length: 2 ** undoings.length - 1 }, (_, at) =>
    undoings.filter((_undoing, bit) => ((at + 1) >> bit) & 1),
  )
  const effort = (set: readonly Undoing[]) =>
    undoings.filter((each) => set.includes(each) === each.kind.endsWith('put back')).length
  for (const set of sets.toSorted((a, b) => effort(a) - effort(b)).slice(0, most - 1)) {
    yield {
      value: set.reduce((done, each) => each.undo(done), value),
      note: noteOf(set),
      leftOut: set.flatMap(({ kind, names }) => (kind === 'taken out' ? names : [])),
    }
  }
}

function readingLimit(value: Json): number {
  const fitting = Math.floor(mostCharacters / JSON.stringify(value).length)
  return Math.min(mostReadings, Math.max(fewestReadings, fitting))
}

/**
 * Whether a value that opened nothing may be what was signed, written anew by a program: it has what programs
 * write, and no member that none of them does.
 */
export function mayBeWrittenAnew(value: Json): boolean {
  const form = formOf(value)
  return form.hasTrace(value) && form.isKnown(value)
}

/** The same, where the file itself says that a program wrote it. */
export function isOfKnownMembers(value: Json): boolean {
  return formOf(value).isKnown(value)
}

function noteOf(set: readonly Undoing[]): string {
  const named = (kind: Undoing['kind']) =>
    set.flatMap((each) => (each.kind === kind ? each.names : [])).join(', ')
  const nulls = named('null taken out')
  const extras = named('taken out')
  const back = named('null put back')
  const list = named('list put back')
  const packed = named('packed')
  const parts = [
    ...(nulls === '' ? [] : [`without the null of ${nulls}`]),
    ...(extras === '' ? [] : [`without ${extras}`]),
    ...(back === '' ? [] : [`with the null of ${back} put back`]),
    ...(list === '' ? [] : [`with an empty list in ${list}`]),
    ...(packed === '' ? [] : [`with each ${packed} in base64`]),
  ]
  return `read ${parts.join(', and ')}, since a program wrote it anew`
}
