import { fillNumber, fillString } from './fill-scalar.ts'
import type { JsonSchema } from './json-schema.ts'

const deepest = 16
const longestArray = 16
/** Values made for one schema, so that nested arrays cannot multiply for ever. */
const mostValues = 1_000

interface Filling {
  readonly root: JsonSchema
  /** The user's text: what strings and numbers are taken from where the schema allows. */
  readonly hint: string
  valuesLeft: number
}

/**
 * The simplest value that a JSON JsonSchema of the common kind accepts: its default, an allowed value,
 * or the required members of its type. Conditions, patterns and `not` are beyond it.
 */
export function fillSchema(schema: unknown, hint: string): unknown {
  const root = isSchema(schema) ? schema : {}
  return fill(root, { root, hint, valuesLeft: mostValues }, 0)
}

function fill(schema: unknown, filling: Filling, depth: number): unknown {
  filling.valuesLeft -= 1
  if (!isSchema(schema) || depth > deepest || filling.valuesLeft < 0) return null
  const rules = flatten(schema, filling.root)
  if ('const' in rules) return rules['const']
  if ('default' in rules) return rules['default']
  const [allowed] = listOf(rules['enum'])
  if (allowed !== undefined) return allowed

  switch (typeOf(rules)) {
    case 'null':
      return null
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return fillNumber(rules, filling.hint)
    case 'array':
      return fillArray(rules, filling, depth)
    case 'object':
      return fillObject(rules, filling, depth)
    default:
      return fillString(rules, filling.hint)
  }
}

/** Replaces a `$ref` into this document, takes the first alternative, and merges `allOf`. */
function flatten(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let rules = schema
  for (let round = 0; round < deepest; round += 1) {
    const { $ref, anyOf, oneOf, allOf, ...rest } = rules
    const target = typeof $ref === 'string' ? lookUp($ref, root) : {}
    const [alternative] = [...listOf(anyOf), ...listOf(oneOf)].filter(isSchema)
    const parts = [target, alternative ?? {}, ...listOf(allOf).filter(isSchema)]
    rules = parts.reduce<JsonSchema>(merge, rest)
    if (!('$ref' in rules || 'anyOf' in rules || 'oneOf' in rules || 'allOf' in rules)) break
  }
  return rules
}

function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = { ...objectOf(one['properties']), ...objectOf(other['properties']) }
  const required = [...listOf(one['required']), ...listOf(other['required'])]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** `#/$defs/city`, a JSON pointer into the schema itself. */
function lookUp(reference: string, root: JsonSchema): JsonSchema {
  const steps = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
  let found: unknown = root
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isSchema(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  return isSchema(found) ? found : {}
}

function typeOf(rules: JsonSchema): unknown {
  const [type] = listOf(rules['type'])
  if (type !== undefined) return type
  if (typeof rules['type'] === 'string') return rules['type']
  if ('properties' in rules || 'required' in rules) return 'object'
  return 'items' in rules || 'prefixItems' in rules ? 'array' : 'string'
}

function fillArray(rules: JsonSchema, filling: Filling, depth: number): unknown {
  const first = listOf(rules['prefixItems'])
  const least = typeof rules['minItems'] === 'number' ? rules['minItems'] : first.length
  return Array.from({ length: Math.min(least, longestArray) }, (_, index) =>
    fill(first[index] ?? rules['items'] ?? {}, filling, depth + 1),
  )
}

function fillObject(rules: JsonSchema, filling: Filling, depth: number): unknown {
  const properties = objectOf(rules['properties'])
  const required = listOf(rules['required']).filter((name) => typeof name === 'string')
  const names = required.length > 0 ? new Set(required) : Object.keys(properties)
  return Object.fromEntries(
    [...names].map((name) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : {}
      return [name, fill(schema, filling, depth + 1)]
    }),
  )
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): JsonSchema {
  return isSchema(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
