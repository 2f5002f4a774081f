import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { firstShapeProblem, type ShapeProblem } from '#shared/json/first-shape-problem.ts'
import type { PlainSchema } from '#shared/json/plain-schema.ts'
import { shapeWords } from '#shared/words/english/errors/request-shapes.ts'

/** The first thing that is wrong with a request, in words. */
export interface Problem {
  /** The member at fault, as OpenAI's errors name it: `messages[0].role`; empty for the whole. */
  readonly param: string
  readonly expectation: string
}

/** The first problem of a value, in words of its schema; null where it has none. */
export function firstProblem(schema: object, value: Json): Problem | null {
  const problem = firstShapeProblem(schema, value)
  return problem === null ? null : problemInWords(problem)
}

/** Each `description` of a schema completes the sentence "must be …". */
export function problemInWords({ path, keyword, schema }: ShapeProblem): Problem {
  const param = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
  const isMissing = keyword === 'required'
  return {
    param,
    expectation: isMissing ? shapeWords.required : requestShapes.mustBe(wordsOf(schema)),
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: shapeWords.aString,
  boolean: shapeWords.trueOrFalse,
  null: 'null',
  integer: shapeWords.wholeNumber,
  array: shapeWords.anArray,
  object: shapeWords.anObject,
}

function wordsOf({ description, type = '', anyOf, ...rest }: PlainSchema): string {
  if (description !== undefined) return description
  if (anyOf !== undefined) return anyOf.map(wordsOf).join(' or ')
  return 'const' in rest ? JSON.stringify(rest.const) : (typeWords[type] ?? shapeWords.anotherValue)
}
