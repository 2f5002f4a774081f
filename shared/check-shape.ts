import type { Static, TSchema } from 'typebox'
import { FormatError, type FormatErrorCode } from './errors.ts'
import { firstShapeProblem } from './json/first-shape-problem.ts'
import { pointerPart } from './json/pointer-part.ts'
import { memberName, shapeProblem } from './json/shape-problem.ts'

interface Shape<Schema extends TSchema> {
  readonly schema: Schema
  readonly code: FormatErrorCode
  /** What the document is called in messages. */
  readonly name: string
}

/**
 * The input, when it has the schema's shape. Messages are for people: they name the member and never
 * repeat its value.
 * @throws {FormatError} with the shape's code; `path` names the first member at fault
 */
export function checkShape<Schema extends TSchema>(
  input: unknown,
  { schema, code, name }: Shape<Schema>,
): Static<Schema> {
  const first = firstShapeProblem(schema, input)
  if (first === null) return input as Static<Schema>
  const surplus = surplusMember(schema, input)
  if (surplus !== undefined) {
    throw new FormatError(code, `${name}: ${memberName(surplus)} does not belong there`, surplus)
  }
  throw new FormatError(code, `${name}: ${shapeProblem(first)}`, first.instancePath)
}

/** Named before anything that is missing: what does not belong there is the plainer mistake. */
function surplusMember(schema: TSchema, input: unknown): string | undefined {
  const { additionalProperties, properties } = schema as {
    readonly additionalProperties?: unknown
    readonly properties?: object
  }
  if (additionalProperties !== false || properties === undefined) return undefined
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return undefined
  const name = Object.keys(input).find((key) => !Object.hasOwn(properties, key))
  return name === undefined ? undefined : `/${pointerPart(name)}`
}
