import { configProblems } from '#shared/words/english/configuration/config-problems.ts'
import { closest, distance } from 'fastest-levenshtein'
import type { ShapeProblem } from '#shared/json/first-shape-problem.ts'
import type { PlainSchema } from '#shared/json/plain-schema.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'

/** What a file's member has that its schema does not allow, and what to write instead. */
interface Mismatch {
  readonly problem: string
  readonly fix: string
}

/** A problem in words. A value is repeated only where it is short and cannot be a key. */
export function explainMismatch({ keyword, path, schema, value }: ShapeProblem): Mismatch {
  const allowed = allowedValues(schema)
  const { description } = schema
  switch (keyword) {
    case 'surplus': {
      const known = Object.keys(schema.properties ?? {})
      return {
        problem: mismatchWords.unknown,
        fix: configProblems.knownHere(meant(path.at(-1), known), known.join(', ')).trimStart(),
      }
    }
    case 'required':
      return {
        problem: mismatchWords.missing,
        fix:
          allowed === null
            ? (description ?? configProblems.add)
            : configProblems.useOneOf(list(allowed)),
      }
    case 'minItems':
    case 'minProperties':
      return { problem: mismatchWords.empty, fix: description ?? configProblems.nameOne }
    case 'uniqueItems':
      return { problem: mismatchWords.twice, fix: configProblems.leaveOneOut }
    case 'minimum':
    case 'maximum':
      return {
        problem: configProblems.outOfRange(String(value)),
        fix: configProblems.useNumber(rangeOf(schema)),
      }
    case 'type':
      return {
        problem: configProblems.isNot(shown(value, path), typeOf(schema)),
        fix: description ?? configProblems.write(typeOf(schema)),
      }
    default:
      return allowed === null
        ? {
            problem: configProblems.wrongForm(shown(value, path)),
            fix: description ?? formOf(schema),
          }
        : {
            problem: configProblems.notKnown(shown(value, path)),
            fix: configProblems.meantOrOneOf(meant(value, allowed), list(allowed)).trimStart(),
          }
  }
}

/** Those of an enumeration, however the schema writes it; null for any other schema. */
function allowedValues(schema: PlainSchema): readonly unknown[] | null {
  if ('const' in schema) return [schema.const]
  const branches = schema.anyOf?.map((branch) => ('const' in branch ? branch.const : undefined))
  return branches?.every((each) => each !== undefined) ? branches : null
}

function list(values: readonly unknown[]): string {
  return values.map((each) => JSON.stringify(each)).join(', ')
}

function rangeOf({ minimum = -Infinity, maximum = Infinity }: PlainSchema): string {
  return maximum === Infinity
    ? configProblems.from(minimum)
    : configProblems.fromTo(minimum, maximum)
}

function formOf({ anyOf, pattern, minLength = 0, maxLength = Infinity }: PlainSchema): string {
  if (anyOf !== undefined) return configProblems.write([...new Set(anyOf.map(typeOf))].join(' or '))
  return pattern === undefined
    ? configProblems.characters(rangeOf({ minimum: minLength, maximum: maxLength }))
    : configProblems.matches(pattern)
}

const typeNames: Readonly<Record<string, string>> = {
  string: mismatchWords.text,
  integer: mismatchWords.wholeNumber,
  number: mismatchWords.number,
  boolean: mismatchWords.trueOrFalse,
  array: configProblems.list,
  object: configProblems.object,
}

function typeOf({ type = '' }: PlainSchema): string {
  return typeNames[type] ?? mismatchWords.anotherValue
}

const longestShown = 60

/** Keys have a member of their own, but somebody may put one into its neighbour; addresses may hold one. */
function shown(value: unknown, path: ShapeProblem['path']): string {
  if (Array.isArray(value)) return mismatchWords.list
  if (typeof value === 'object' && value !== null) return mismatchWords.object
  const text = JSON.stringify(value)
  if (typeof value !== 'string') return text
  const isPlain = !/[@\s]|^sk-/.test(value) && text.length <= longestShown
  return isPlain && !/key|secret|token|password|_ca$/i.test(String(path.at(-1)))
    ? text
    : mismatchWords.theText
}

/** Words that differ in more than this are not taken for one another. */
const mostDistance = 3

function meant(value: unknown, words: readonly unknown[]): string {
  const known = words.filter((word) => typeof word === 'string')
  if (typeof value !== 'string' || known.length === 0 || value.length > longestShown) return ''
  const nearest = closest(value, known)
  return distance(value, nearest) <= Math.min(mostDistance, nearest.length / 2)
    ? configProblems.didYouMean(JSON.stringify(nearest))
    : ''
}
