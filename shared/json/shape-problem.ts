import { showName } from '../text/show-name.ts'

/** The first thing that a schema finds wrong, as TypeBox tells it. */
export interface ShapeError {
  readonly keyword: string
  /** JSON pointer. */
  readonly instancePath: string
  readonly params: object
}

/** It in words for people: `body.mode has a value that is not known here`. A value is never repeated. */
export function shapeProblem({ keyword, instancePath, params }: ShapeError): string {
  const [missing] = (params as { requiredProperties?: readonly string[] }).requiredProperties ?? []
  if (missing !== undefined) return `${memberName(`${instancePath}/${missing}`)} is missing`
  return `${memberName(instancePath)} ${problemOf(keyword, params)}`
}

/** Of a member's name out of a file, in characters. */
const longestName = 64

/** `/answers/3/receipt` as `answers[3].receipt`; the whole document as `it`. */
export function memberName(pointer: string): string {
  if (pointer === '') return 'it'
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${showName(part, longestName)}`))
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

function problemOf(keyword: string, params: object): string {
  switch (keyword) {
    case 'type':
      return (
        kinds[String((params as { type?: unknown }).type)] ?? 'is of another kind than it must be'
      )
    case 'const':
    case 'enum':
    case 'anyOf':
      return 'has a value that is not known here'
    case 'pattern':
      return 'is not written as it must be'
    case 'boolean':
    case 'additionalProperties':
      return 'does not belong there'
    default:
      return 'is too small, too large, too short or too long'
  }
}
