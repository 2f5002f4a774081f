import { showName } from '../text/show-name.ts'
import * as shapeProblems from '../words/english/formats/shape-problems.ts'
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
  object: shapeProblems.noObject,
  array: shapeProblems.noList,
  string: shapeProblems.noText,
  number: shapeProblems.noNumber,
  integer: shapeProblems.noWholeNumber,
  boolean: shapeProblems.noBoolean,
}

function problemOf(keyword: string, type: string): string {
  switch (keyword) {
    case 'type':
      return kinds[type] ?? shapeProblems.otherKind
    case 'required':
      return shapeProblems.missing
    case 'choice':
      return shapeProblems.unknownValue
    case 'pattern':
      return shapeProblems.form
    case 'surplus':
      return shapeProblems.unknown
    default:
      return shapeProblems.size
  }
}
