import { closest, distance } from 'fastest-levenshtein'

/** What a file's member has that its schema does not allow, and what to write instead. */
export interface Mismatch {
  /** Members and items that lead there. */
  readonly path: readonly (string | number)[]
  readonly problem: string
  readonly fix: string
}

/** The part of JSON Schema that the configuration is written in. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  /** Of a choice: what people who wrote another word may have meant. */
  readonly advice?: string
}

type Path = Mismatch['path']
type Choose = (value: unknown, path: Path) => object | null

/**
 * The first thing that is wrong, from the outside in, or null where this sees nothing. A value is repeated only
 * where it is short and cannot be a key.
 * @param choose the schema of a value that may be of several, such as an upstream of its `kind`
 */
export function explainMismatch(
  value: unknown,
  schema: object,
  choose: Choose = () => null,
): Mismatch | null {
  return explain(value, schema as Shape, { path: [], choose })
}

interface Place {
  readonly path: Path
  readonly choose: Choose
}

function explain(value: unknown, shape: Shape, place: Place): Mismatch | null {
  const allowed = allowedValues(shape)
  if (allowed !== null)
    return explainChoice(value, { allowed, advice: shape.advice ?? '' }, place.path)
  if (shape.anyOf) {
    const chosen = place.choose(value, place.path)
    return chosen === null ? null : explain(value, chosen as Shape, place)
  }
  if (!isOfType(value, shape.type)) {
    return {
      path: place.path,
      problem: `${shown(value, place.path)} is not ${typeNames[shape.type ?? ''] ?? 'of the right type'}`,
      fix: shape.description ?? `Write ${typeNames[shape.type ?? ''] ?? 'another value'} there`,
    }
  }
  if (Array.isArray(value)) return explainArray(value, shape, place)
  if (typeof value === 'object' && value !== null) {
    return explainObject(value as Readonly<Record<string, unknown>>, shape, place)
  }
  return explainScalar(value, shape, place.path)
}

/** Those of an enumeration, however the schema writes it; null for any other schema. */
function allowedValues(shape: Shape): readonly unknown[] | null {
  if ('const' in shape) return [shape.const]
  if (shape.enum) return shape.enum
  const branches = shape.anyOf?.map((branch) => ('const' in branch ? branch.const : undefined))
  return branches?.every((each) => each !== undefined) ? branches : null
}

function list(values: readonly unknown[]): string {
  return values.map((each) => JSON.stringify(each)).join(', ')
}

function explainChoice(
  value: unknown,
  { allowed, advice }: { readonly allowed: readonly unknown[]; readonly advice: string },
  path: Path,
): Mismatch | null {
  if (allowed.includes(value)) return null
  return {
    path,
    problem: `${shown(value, path)} is not known`,
    fix: `${meant(value, allowed)} Use one of ${list(allowed)}${advice}`.trimStart(),
  }
}

function explainObject(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  { path, choose }: Place,
): Mismatch | null {
  const known = Object.keys(shape.properties ?? {})
  const patterns = Object.entries(shape.patternProperties ?? {})
  const shapeOf = (name: string) =>
    (known.includes(name) ? shape.properties?.[name] : undefined) ??
    patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1]
  const names = Object.keys(value)
  const stranger = names.find((name) => shapeOf(name) === undefined)
  if (stranger !== undefined && (shape.additionalProperties === false || patterns.length > 0)) {
    return {
      path: [...path, stranger],
      problem: 'is not known there',
      fix: `${meant(stranger, known)} What may stand there: ${known.join(', ') || shape.description}`.trimStart(),
    }
  }
  const missing = shape.required?.find((name) => !(name in value))
  if (missing !== undefined) {
    return { path: [...path, missing], problem: 'is missing', fix: descriptionOf(shape, missing) }
  }
  if (names.length < (shape.minProperties ?? 0)) {
    return { path, problem: 'is empty', fix: shape.description ?? 'Name one at least' }
  }
  return firstOf(names, (name) =>
    explain(value[name], shapeOf(name) ?? {}, { path: [...path, name], choose }),
  )
}

function descriptionOf(shape: Shape, name: string): string {
  const member = shape.properties?.[name]
  const values = member === undefined ? null : allowedValues(member)
  if (values !== null) return `Use one of ${list(values)}`
  return member?.description ?? 'Add it'
}

function explainArray(
  value: readonly unknown[],
  shape: Shape,
  { path, choose }: Place,
): Mismatch | null {
  if (value.length < (shape.minItems ?? 0)) {
    return { path, problem: 'is empty', fix: 'Name one at least' }
  }
  const twice = value.findIndex((item, index) => value.indexOf(item) !== index)
  if (shape.uniqueItems === true && twice >= 0) {
    return { path: [...path, twice], problem: 'stands there twice', fix: 'Leave one of them out' }
  }
  return firstOf([...value.keys()], (index) =>
    explain(value[index], shape.items ?? {}, { path: [...path, index], choose }),
  )
}

function explainScalar(value: unknown, shape: Shape, path: Path): Mismatch | null {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = shape
  if (typeof value === 'number' && (value < minimum || value > maximum)) {
    const range = `from ${minimum}${maximum === Infinity ? ' on' : ` to ${maximum}`}`
    return { path, problem: `${value} is out of range`, fix: `Use a number ${range}` }
  }
  if (typeof value !== 'string') return null
  const isFit =
    value.length >= minLength &&
    value.length <= maxLength &&
    (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(value))
  if (isFit) return null
  return {
    path,
    problem: `${shown(value, path)} is not of the form that is needed`,
    fix: shape.description ?? `It has to match ${shape.pattern ?? `${minLength} characters`}`,
  }
}

function firstOf<Item>(
  items: readonly Item[],
  look: (item: Item) => Mismatch | null,
): Mismatch | null {
  for (const item of items) {
    const found = look(item)
    if (found !== null) return found
  }
  return null
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
}

function isOfType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case undefined:
      return true
    default:
      return typeof value === type
  }
}

const longestShown = 60

/** Keys have a member of their own, but somebody may put one into its neighbour; addresses may hold one. */
function shown(value: unknown, path: Path): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  if (typeof value !== 'string') return text
  const isPlain = !/[@\s]|^sk-/.test(value) && text.length <= longestShown
  return isPlain && !/key|secret|token|password|_ca$/i.test(String(path.at(-1))) ? text : 'the text'
}

/** Words that differ in more than this are not taken for one another. */
const mostDistance = 3

function meant(value: unknown, words: readonly unknown[]): string {
  const known = words.filter((word) => typeof word === 'string')
  if (typeof value !== 'string' || known.length === 0 || value.length > longestShown) return ''
  const nearest = closest(value, known)
  return distance(value, nearest) <= Math.min(mostDistance, nearest.length / 2)
    ? `Did you mean ${JSON.stringify(nearest)}?`
    : ''
}
