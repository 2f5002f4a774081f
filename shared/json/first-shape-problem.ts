import { pointerPart } from './pointer-part.ts'
import type { ShapeError } from './shape-problem.ts'

/** The JSON Schema that TypeBox writes for the shapes of `shared/`; no other keyword is known here. */
interface PlainSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly PlainSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly additionalProperties?: false | PlainSchema
  readonly items?: PlainSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

type Problem = ShapeError | null

/**
 * The first thing in which a value does not have a schema's shape, as TypeBox finds it; null when it has it.
 * TypeBox's own checker knows every keyword there is, which is a third of what a page loads for one receipt.
 * @throws {TypeError} for a schema with a keyword that is not known: it is never taken for met
 */
export function firstShapeProblem(schema: object, value: unknown, path = ''): Problem {
  const plain = schema as PlainSchema
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword)) throw new TypeError(`the keyword ${keyword} is not known`)
  }
  return (
    typeProblem(plain, value, path) ??
    objectProblem(plain, value, path) ??
    listProblem(plain, value, path) ??
    textProblem(plain, value, path) ??
    numberProblem(plain, value, path) ??
    choiceProblem(plain, value, path)
  )
}

/** `description` says nothing about a value. */
const known: ReadonlySet<string> = new Set(
  'description type const enum anyOf required properties additionalProperties items minItems maxItems minLength maxLength pattern minimum maximum'.split(
    ' ',
  ),
)

function found(keyword: string, instancePath: string, params: object = {}): ShapeError {
  return { keyword, instancePath, params }
}

function typeProblem({ type }: PlainSchema, value: unknown, path: string): Problem {
  return type === undefined || isOfType(type, value) ? null : found('type', path, { type })
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'null':
      return value === null
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      throw new TypeError(`the type ${type} is not known`)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function objectProblem(schema: PlainSchema, value: unknown, path: string): Problem {
  if (!isObject(value)) return null
  const { required = [], properties = {}, additionalProperties: others } = schema
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  if (missing.length > 0) return found('required', path, { requiredProperties: missing })
  for (const name of others === undefined ? [] : Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue
    const at = `${path}/${pointerPart(name)}`
    const problem =
      others === false ? found('boolean', at) : firstShapeProblem(others ?? {}, value[name], at)
    if (problem) return problem
  }
  for (const [name, each] of Object.entries(properties)) {
    const isAbsent = required.includes(name) ? !Object.hasOwn(value, name) : !isSet(value, name)
    const problem = isAbsent
      ? null
      : firstShapeProblem(each, value[name], `${path}/${pointerPart(name)}`)
    if (problem) return problem
  }
  return null
}

function isSet(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}

function listProblem(
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: PlainSchema,
  value: unknown,
  path: string,
): Problem {
  if (!Array.isArray(value)) return null
  if (value.length > maxItems) return found('maxItems', path)
  if (value.length < minItems) return found('minItems', path)
  for (let index = 0; items !== undefined && index < value.length; index += 1) {
    const problem = firstShapeProblem(items, value[index], `${path}/${index}`)
    if (problem) return problem
  }
  return null
}

function textProblem(schema: PlainSchema, value: unknown, path: string): Problem {
  if (typeof value !== 'string') return null
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  if (minLength > 0 && lengthOf(value, minLength) < minLength) return found('minLength', path)
  if (maxLength < value.length && lengthOf(value, maxLength) > maxLength) {
    return found('maxLength', path)
  }
  return pattern === undefined || regExpOf(pattern).test(value) ? null : found('pattern', path)
}

/** In code points, counted only as far as that can matter. */
function lengthOf(text: string, limit: number): number {
  return text.length > 2 * limit ? text.length : Array.from(text).length
}

const regExps = new Map<string, RegExp>()

function regExpOf(pattern: string): RegExp {
  const made = regExps.get(pattern) ?? new RegExp(pattern, 'u')
  regExps.set(pattern, made)
  return made
}

function numberProblem({ minimum, maximum }: PlainSchema, value: unknown, path: string): Problem {
  if (typeof value !== 'number') return null
  if (minimum !== undefined && !(value >= minimum)) return found('minimum', path)
  if (maximum !== undefined && !(value <= maximum)) return found('maximum', path)
  return null
}

function choiceProblem(schema: PlainSchema, value: unknown, path: string): Problem {
  if (Object.hasOwn(schema, 'const') && value !== schema.const) return found('const', path)
  const { anyOf } = schema
  if (schema.enum !== undefined && !schema.enum.includes(value)) return found('enum', path)
  const problems = (anyOf ?? []).map((each) => firstShapeProblem(each, value, path))
  return problems.includes(null) ? null : (problems[0] ?? (anyOf ? found('anyOf', path) : null))
}
