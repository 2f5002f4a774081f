type Schema = { readonly [keyword: string]: unknown }

/**
 * The simplest value that a JSON Schema of the common kind accepts: its default, its first allowed
 * value, or the required members of its type. `hint` stands where free text is asked for.
 */
export function fillSchema(schema: unknown, hint: string, depth = 0): unknown {
  if (schema === null || typeof schema !== 'object' || depth > 16) return {}
  const rules = schema as Schema
  if ('default' in rules) return rules['default']
  if ('const' in rules) return rules['const']
  if (Array.isArray(rules['enum']) && rules['enum'].length > 0) return rules['enum'][0]
  const [branch] = [rules['anyOf'], rules['oneOf'], rules['allOf']].flatMap((branches) =>
    Array.isArray(branches) ? branches : [],
  )
  if (branch !== undefined && rules['type'] === undefined)
    return fillSchema(branch, hint, depth + 1)

  const type: unknown = Array.isArray(rules['type']) ? rules['type'][0] : rules['type']
  switch (type) {
    case 'string':
      return hint
    case 'integer':
    case 'number':
      return typeof rules['minimum'] === 'number' ? rules['minimum'] : 0
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Number(rules['minItems'] ?? 0) }, () =>
        fillSchema(rules['items'], hint, depth + 1),
      )
    default:
      return fillObject(rules, hint, depth)
  }
}

function fillObject(rules: Schema, hint: string, depth: number): unknown {
  const properties = (rules['properties'] ?? {}) as Schema
  const required = Array.isArray(rules['required'])
    ? (rules['required'] as string[])
    : Object.keys(properties)
  return Object.fromEntries(
    required.map((name) => [name, fillSchema(properties[name] ?? {}, hint, depth + 1)]),
  )
}
