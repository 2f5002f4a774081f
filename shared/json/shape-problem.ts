import { showName } from '../text/show-name.ts'
import type { ShapeProblem } from './first-shape-problem.ts'

/** A problem in words for people: `body.mode has a value that is not known here`. A value is never repeated. */
export function shapeProblem({ keyword, path, schema }: ShapeProblem): string {
  return `${memberName(path)} ${problemOf(keyword, schema.type ?? '')}`
}

/** Of a member's name out of a file, in characters. */
const longestName = 64

/** `answers[3].receipt`; the whole document is `it`. */
function memberName(path: ShapeProblem['path']): string {
  if (path.length === 0) return 'it'
  return path
    .map((part) =>
      /^\d+$/.test(String(part)) ? `[${part}]` : `.${showName(String(part), longestName)}`,
    )
    .join('')
    .replace(/^\./, '')
}

const kinds: Readonly<Record<string, string>> = {
  object: 'is no object',
  array: 'is no list',
  string: 'is no text',
  number: 'is no number',
  integer: 'is no whole number',
  boolean: 'is neither true nor false',
}

function problemOf(keyword: string, type: string): string {
  switch (keyword) {
    case 'type':
      return kinds[type] ?? 'is of another kind than it must be'
    case 'required':
      return 'is missing'
    case 'choice':
      return 'has a value that is not known here'
    case 'pattern':
      return 'is not written as it must be'
    case 'surplus':
      return 'does not belong there'
    default:
      return 'is too small, too large, too short or too long'
  }
}
