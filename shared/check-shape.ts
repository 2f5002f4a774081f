import type { Static, TSchema } from 'typebox'
import { FormatError, type FormatErrorCode } from './errors.ts'
import { firstShapeProblem } from './json/first-shape-problem.ts'
import { pointerPart } from './json/pointer-part.ts'
import { shapeProblem } from './json/shape-problem.ts'
import * as jsonProblems from './words/english/formats/json-problems.ts'

/**
 * The input, when it has the schema's shape. Messages are for people: they name the member and never
 * repeat its value.
 * @param name what the document is called in messages
 * @throws {FormatError} with the code; `path` names the first member at fault, or the object that lacks one
 */
export function checkShape<Schema extends TSchema>(
  input: unknown,
  schema: Schema,
  name: string,
  code: FormatErrorCode = 'EVIDENCE_MALFORMED',
): Static<Schema> {
  const problem = firstShapeProblem(schema, input)
  if (problem === null) return input as Static<Schema>
  const { keyword, path } = problem
  const place = keyword === 'required' ? path.slice(0, -1) : path
  const pointer = place.map((part) => `/${pointerPart(String(part))}`).join('')
  throw new FormatError(code, jsonProblems.ofDocument(name, shapeProblem(problem)), pointer)
}
