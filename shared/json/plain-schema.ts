/** The JSON Schema that TypeBox writes for the shapes of this project; no other keyword is known here. */
export interface PlainSchema {
  /** What the schema asks for, in words that a message may repeat. */
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly PlainSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly patternProperties?: Readonly<Record<string, PlainSchema>>
  readonly additionalProperties?: false | PlainSchema
  readonly minProperties?: number
  readonly items?: PlainSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

const keywords: ReadonlySet<string> = new Set(
  'description type const anyOf required properties patternProperties additionalProperties minProperties items minItems maxItems uniqueItems minLength maxLength pattern minimum maximum'.split(
    ' ',
  ),
)
const types: ReadonlySet<unknown> = new Set(
  'object array string integer number boolean null'.split(' '),
)

/** Whether every keyword and type in it, at every depth, is one of those above. */
export function isKnownSchema(schema: object): schema is PlainSchema {
  const { type, anyOf = [], properties, patternProperties, ...rest } = schema as PlainSchema
  const inner = [
    ...anyOf,
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...[rest.items, rest.additionalProperties].filter(
      (each) => each !== undefined && each !== false,
    ),
  ]
  return (
    Object.keys(schema).every((keyword) => keywords.has(keyword)) &&
    (type === undefined || types.has(type)) &&
    inner.every(isKnownSchema)
  )
}
