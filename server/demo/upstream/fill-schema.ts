import { firstCharacters } from './first-characters.ts'

/** As a caller sends it: nothing about its keywords is known. */
type JsonSchema = { readonly [keyword: string]: unknown }

const deepest = 16
const longestArray = 16
/** Values made for one schema, so that nested arrays cannot multiply for ever. */
const mostValues = 1_000

/**
 * The simplest value that a JSON Schema of the common kind accepts: an allowed value, or the required members of its
 * type. Conditions, patterns and parts that are put together are beyond it.
 * @param hint the user's text: what strings and numbers are taken from where the schema allows
 */
export function fillSchema(root: unknown, hint: string): unknown {
  let made = 0
  function fill(schema: unknown, depth: number): unknown {
    made += 1
    if (!isSchema(schema) || depth > deepest || made > mostValues) return null
    const { $ref, anyOf, oneOf, properties, required, items } = schema
    if (typeof $ref === 'string') return fill(lookUp($ref, root), depth + 1)
    const [alternative] = [...listOf(anyOf), ...listOf(oneOf)]
    if (alternative !== undefined) return fill(alternative, depth + 1)
    if ('const' in schema) return schema['const']
    const [allowed] = listOf(schema['enum'])
    if (allowed !== undefined) return allowed
    switch (typeOf(schema)) {
      case 'null':
        return null
      case 'boolean':
        return true
      case 'integer':
      case 'number':
        return fillNumber(schema, hint)
      case 'array': {
        const length = Math.min(numberOf(schema['minItems'], 0), longestArray)
        return Array.from({ length }, () => fill(items, depth + 1))
      }
      case 'object': {
        const members = isSchema(properties) ? properties : {}
        const names = Array.isArray(required) ? required.map(String) : Object.keys(members)
        return Object.fromEntries(names.map((name) => [name, fill(members[name], depth + 1)]))
      }
      default:
        return fillString(schema, hint)
    }
  }
  return fill(root, 0)
}

/** `#/$defs/city`, a JSON pointer into the schema itself. */
function lookUp(reference: string, root: unknown): unknown {
  const steps = reference.split('/').slice(1)
  return steps.reduce((found, step) => (isSchema(found) ? found[step] : undefined), root)
}

function typeOf(schema: JsonSchema): unknown {
  const { type } = schema
  if (type !== undefined) return Array.isArray(type) ? type[0] : type
  return 'properties' in schema || 'required' in schema ? 'object' : 'string'
}

/** What stands in quotation marks in the user's text, otherwise all of it. */
function fillString({ maxLength }: JsonSchema, hint: string): string {
  const quoted = /["“'‘`]([^"”'’`]+)["”'’`]/.exec(hint)?.[1]
  return firstCharacters((quoted ?? hint).trim(), Math.max(0, numberOf(maxLength, 200)))
}

/** The first number of the user's text that the schema allows, otherwise the least. */
function fillNumber(schema: JsonSchema, hint: string): number {
  const least = numberOf(schema['minimum'], Number.NEGATIVE_INFINITY)
  const most = numberOf(schema['maximum'], Number.POSITIVE_INFINITY)
  const asked = (hint.slice(0, 1_000).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  const fits = (value: number) =>
    value >= least && value <= most && (schema['type'] !== 'integer' || Number.isInteger(value))
  return [...asked, 0, least, most].filter(Number.isFinite).find(fits) ?? 0
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
