import { GatewayConfigSchema } from './gateway-config-schema.ts'

const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...GatewayConfigSchema }
const whole = JSON.stringify(schema)
/** Text of each definition, by its name. */
const named = new Map<string, string>()
const $defs: Record<string, unknown> = {}

/** gateway.config.json as JSON Schema, for editors. What several kinds of upstream have stands once, in `$defs`. */
export const configJsonSchema = { ...(refer(schema, '') as object), $defs }

/** The value, or a reference where the same stands in other places, too. @param member whose schema it is */
function refer(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => refer(each, ''))
  const own = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, refer(v, k)]))
  const text = JSON.stringify(value)
  const isMember = typeof own['type'] === 'string' && member !== 'items'
  const isAlone = whole.indexOf(text) === whole.lastIndexOf(text)
  if (!isMember || isAlone || text.length < 60) return own
  let name = member
  while ((named.get(name) ?? text) !== text) name += '_other'
  named.set(name, text)
  $defs[name] = own
  return { $ref: `#/$defs/${name}` }
}
