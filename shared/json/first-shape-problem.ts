import { isKnownSchema, type PlainSchema } from './plain-schema.ts'

/** Something in which a value does not have its schema's shape. */
export interface ShapeProblem {
  /** The keyword that is not met; `choice` for any list of values or shapes, `surplus` for a member too many. */
  readonly keyword: string
  /** Members and items that lead there. */
  readonly path: readonly (string | number)[]
  /** What the value at the path is held to; of a surplus member, the schema of the object around it. */
  readonly schema: PlainSchema
  readonly value: unknown
}

type Found = ShapeProblem | null

/**
 * The first thing in which a value does not have a schema's shape; null when it has it. Nothing behind it is looked at.
 * Of a union it is the problem of the branch that the value is of, where its form tells which.
 * TypeBox's own checker knows every keyword there is, which is a third of what a page loads for one receipt.
 * @throws {TypeError} for a schema with a keyword that is not known: it is never taken for met
 */
export function firstShapeProblem(schema: object, value: unknown): ShapeProblem | null {
  if (!known.has(schema) && !isKnownSchema(schema)) {
    throw new TypeError('the schema has a keyword that is not known')
  }
  known.add(schema)
  return walk(schema as PlainSchema, value)
}

/** Schemas that were looked at. */
const known = new WeakSet()

function found(keyword: string, schema: PlainSchema, value: unknown): ShapeProblem {
  return { keyword, path: [], schema, value }
}

function beneath(place: string | number, problem: Found): Found {
  return problem && { ...problem, path: [place, ...problem.path] }
}

function walk(schema: PlainSchema, value: unknown): Found {
  const { type, anyOf } = schema
  if (type !== undefined && !isOfType(type, value)) return found('type', schema, value)
  if (Object.hasOwn(schema, 'const') && value !== schema.const) {
    return found('choice', schema, value)
  }
  const problem = anyOf === undefined ? null : unionProblem(schema, anyOf, value)
  if (problem !== null) return problem
  if (typeof value === 'string') return textProblem(schema, value)
  if (typeof value === 'number') return numberProblem(schema, value)
  if (Array.isArray(value)) return listProblem(schema, value)
  return isObject(value) ? objectProblem(schema, value) : null
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

type AnyObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is AnyObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A problem inside of the value says that its form is the branch's. */
function unionProblem(
  schema: PlainSchema,
  branches: readonly PlainSchema[],
  value: unknown,
): Found {
  if (isObject(value)) {
    const unknown = unknownKind(branches, value)
    if (unknown !== null) return unknown
  }
  let inside: Found = null
  for (const branch of branches) {
    if (isObject(value) && otherConst(branch, value) !== null) continue
    const problem = walk(branch, value)
    if (problem === null) return null
    if (problem.path.length > 0) inside ??= problem
  }
  return inside ?? found('choice', schema, value)
}

/** Several forms of an object may differ by one member. If its value belongs to none of the forms, that member is the problem. */
function unknownKind(branches: readonly PlainSchema[], value: AnyObject): Found {
  const names = branches.map((branch) => otherConst(branch, value))
  const [name] = names
  if (name === undefined || name === null || names.some((each) => each !== name)) return null
  const kinds = branches.map(({ properties }) => properties?.[name] ?? {})
  const keyword = Object.hasOwn(value, name) ? 'choice' : 'required'
  return beneath(name, found(keyword, { anyOf: kinds }, value[name]))
}

/** The first member for which a branch has one value alone, and not this one. */
function otherConst({ properties, required }: PlainSchema, value: AnyObject): string | null {
  for (const name in properties) {
    const member = properties[name]
    if (member === undefined || !Object.hasOwn(member, 'const')) continue
    if (isSet(value, name) ? value[name] !== member.const : required?.includes(name)) return name
  }
  return null
}

function isSet(value: AnyObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}

/** What does not belong there is the plainest mistake, and comes first. */
function objectProblem(schema: PlainSchema, value: AnyObject): Found {
  const { properties = {}, required = [], minProperties = 0 } = schema
  const others = otherMembers(schema, value)
  if (schema.additionalProperties === false) {
    const surplus = others.find((name) => patternSchema(schema, name) === undefined)
    if (surplus !== undefined) return beneath(surplus, found('surplus', schema, value[surplus]))
  }
  for (const [name, member] of Object.entries(properties)) {
    const isRequired = required.includes(name)
    if (isRequired && !Object.hasOwn(value, name)) {
      return beneath(name, found('required', member, undefined))
    }
    const problem = isRequired || isSet(value, name) ? walk(member, value[name]) : null
    if (problem !== null) return beneath(name, problem)
  }
  if (minProperties > 0 && Object.keys(value).length < minProperties) {
    return found('minProperties', schema, value)
  }
  for (const name of others) {
    const problem = walk(
      patternSchema(schema, name) ?? (schema.additionalProperties || {}),
      value[name],
    )
    if (problem !== null) return beneath(name, problem)
  }
  return null
}

/** Members that the schema does not name, where it says anything of them. */
function otherMembers(schema: PlainSchema, value: AnyObject): readonly string[] {
  const { properties = {}, additionalProperties, patternProperties } = schema
  if (additionalProperties === undefined && patternProperties === undefined) return []
  return Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
}

function patternSchema({ patternProperties }: PlainSchema, name: string): PlainSchema | undefined {
  if (patternProperties === undefined) return undefined
  const pattern = Object.keys(patternProperties).find((each) => regExpOf(each).test(name))
  return pattern === undefined ? undefined : patternProperties[pattern]
}

/** Items that must differ are texts, numbers or booleans. */
function listProblem(schema: PlainSchema, value: readonly unknown[]): Found {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema
  if (value.length > maxItems) return found('maxItems', schema, value)
  if (value.length < minItems) return found('minItems', schema, value)
  for (let index = 0; items !== undefined && index < value.length; index += 1) {
    const problem = walk(items, value[index])
    if (problem !== null) return beneath(index, problem)
  }
  const twice = uniqueItems === true ? value.findIndex((item, at) => value.indexOf(item) < at) : -1
  return twice < 0 ? null : beneath(twice, found('uniqueItems', schema, value[twice]))
}

function textProblem(schema: PlainSchema, value: string): Found {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  if (minLength > 0 && lengthOf(value, minLength) < minLength) {
    return found('minLength', schema, value)
  }
  if (maxLength < value.length && lengthOf(value, maxLength) > maxLength) {
    return found('maxLength', schema, value)
  }
  const isFit = pattern === undefined || regExpOf(pattern).test(value)
  return isFit ? null : found('pattern', schema, value)
}

/** Length in code points, counted only as far as it can matter. */
function lengthOf(text: string, limit: number): number {
  return text.length > 2 * limit ? text.length : Array.from(text).length
}

const regExps = new Map<string, RegExp>()

function regExpOf(pattern: string): RegExp {
  const made = regExps.get(pattern) ?? new RegExp(pattern, 'u')
  regExps.set(pattern, made)
  return made
}

function numberProblem(schema: PlainSchema, value: number): Found {
  const { minimum, maximum } = schema
  if (minimum !== undefined && !(value >= minimum)) return found('minimum', schema, value)
  return maximum !== undefined && !(value <= maximum) ? found('maximum', schema, value) : null
}
