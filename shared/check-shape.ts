import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { FormatError, type FormatErrorCode } from './errors.ts'

interface Shape<Schema extends TSchema> {
  readonly schema: Schema
  readonly code: FormatErrorCode
  /** What the document is called in messages. */
  readonly name: string
}

/**
 * The input, when it has the schema's shape. Messages name the member and never repeat its value.
 * @throws {FormatError} with the shape's code; `path` names the first member at fault
 */
export function checkShape<Schema extends TSchema>(
  input: unknown,
  { schema, code, name }: Shape<Schema>,
): Static<Schema> {
  if (Check(schema, input)) return input as Static<Schema>
  const [, [first]] = Errors(schema, input)
  const path = first?.instancePath ?? ''
  throw new FormatError(code, `${name} ${path} ${first?.message ?? 'is not valid'}`, path)
}
