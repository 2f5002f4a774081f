import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'

/** The first thing that is wrong with a request, in words. */
export interface Problem {
  /** The member at fault, as OpenAI's errors name it: `messages[0].role`; empty for the whole. */
  readonly param: string
  readonly expectation: string
}

/** One schema, ready to judge values by. */
interface Judge {
  /** Completes "must be …". */
  readonly words: string
  /** Whether a value has this form, its members and items aside. */
  fits(value: Json): boolean
  /** The first problem of the members or items of a value that fits. */
  within(value: Json): Problem | null
}

interface SchemaNode {
  readonly type?: string
  readonly [keyword: string]: unknown
}

/**
 * A schema as a function that finds the first problem of a value and looks at nothing behind it: a body
 * may be made of nothing else. A node's `description` completes the sentence "must be …".
 * @throws {TypeError} for a schema with a keyword that is not known here
 */
export function createProblemFinder(schema: object): (value: Json) => Problem | null {
  const judge = judgeOf(schema as SchemaNode)
  return (value) => problemOf(judge, value)
}

function problemOf(judge: Judge, value: Json): Problem | null {
  return judge.fits(value)
    ? judge.within(value)
    : { param: '', expectation: `must be ${judge.words}` }
}

const nothingWithin = () => null

function judgeOf(schema: SchemaNode): Judge {
  if (schema['anyOf'] !== undefined) return unionJudge(schema)
  if (schema['const'] !== undefined) {
    expectKeywords(schema, ['type', 'const'])
    return leaf(schema, JSON.stringify(schema['const']), (value) => value === schema['const'])
  }
  switch (schema.type) {
    case 'string':
      return stringJudge(schema)
    case 'boolean':
      expectKeywords(schema, ['type'])
      return leaf(schema, 'true or false', (value) => typeof value === 'boolean')
    case 'null':
      expectKeywords(schema, ['type'])
      return leaf(schema, 'null', (value) => value === null)
    case 'integer':
      return integerJudge(schema)
    case 'array':
      return arrayJudge(schema)
    case 'object':
      return objectJudge(schema)
    case undefined:
      expectKeywords(schema, [])
      return leaf(schema, 'anything', () => true)
    default:
      throw new TypeError(`a schema of type ${String(schema.type)} is not known here`)
  }
}

function expectKeywords(schema: SchemaNode, known: readonly string[]): void {
  const stray = Object.keys(schema).find((key) => key !== 'description' && !known.includes(key))
  if (stray !== undefined) throw new TypeError(`the keyword ${stray} is not known here`)
}

function wordsOf({ description }: SchemaNode, otherwise: string): string {
  return typeof description === 'string' ? description : otherwise
}

function leaf(schema: SchemaNode, words: string, fits: Judge['fits']): Judge {
  return { words: wordsOf(schema, words), fits, within: nothingWithin }
}

function stringJudge(schema: SchemaNode): Judge {
  expectKeywords(schema, ['type', 'minLength', 'maxLength', 'pattern'])
  const least = (schema['minLength'] as number | undefined) ?? 0
  const most = (schema['maxLength'] as number | undefined) ?? Number.POSITIVE_INFINITY
  const { pattern: source } = schema as { readonly pattern?: string }
  const pattern = source === undefined ? null : new RegExp(source)
  return leaf(
    schema,
    'a string',
    (value) =>
      typeof value === 'string' &&
      isWithin(value, least, most) &&
      (pattern === null || pattern.test(value)),
  )
}

function integerJudge(schema: SchemaNode): Judge {
  expectKeywords(schema, ['type', 'minimum'])
  const least = (schema['minimum'] as number | undefined) ?? Number.NEGATIVE_INFINITY
  return leaf(
    schema,
    'a whole number',
    (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least,
  )
}

/** In code points, as JSON Schema counts; those of a long text are not counted. */
function isWithin(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > 2 * most) return false
  if (text.length >= 2 * least && text.length <= most) return true
  const points = Array.from(text).length
  return points >= least && points <= most
}

function arrayJudge(schema: SchemaNode): Judge {
  expectKeywords(schema, ['type', 'items', 'minItems'])
  const least = (schema['minItems'] as number | undefined) ?? 0
  const item = judgeOf(schema['items'] as SchemaNode)
  return {
    words: wordsOf(schema, 'an array'),
    fits: (value) => Array.isArray(value) && value.length >= least,
    within(value) {
      const items = value as readonly Json[]
      for (let index = 0; index < items.length; index += 1) {
        const problem = problemOf(item, items[index] as Json)
        if (problem !== null) return beneath(`[${index}]`, problem)
      }
      return null
    },
  }
}

function objectJudge(schema: SchemaNode): Judge {
  expectKeywords(schema, ['type', 'properties', 'required'])
  const required = (schema['required'] ?? []) as readonly string[]
  const properties = Object.entries(schema['properties'] as Record<string, SchemaNode>)
  const members = properties.map(([name, each]) => ({
    name,
    judge: judgeOf(each),
    isRequired: required.includes(name),
  }))
  return {
    words: wordsOf(schema, 'an object'),
    fits: isJsonObject,
    within(value) {
      const object = value as { readonly [member: string]: Json }
      for (const { name, judge, isRequired } of members) {
        const member = object[name]
        if (member === undefined) {
          if (isRequired) return { param: name, expectation: 'is required' }
          continue
        }
        const problem = problemOf(judge, member)
        if (problem !== null) return beneath(name, problem)
      }
      return null
    },
  }
}

/** Which branch a value is of is told by its form alone, so that what is wrong inside of it can be named. */
function unionJudge(schema: SchemaNode): Judge {
  expectKeywords(schema, ['anyOf'])
  const branches = schema['anyOf'] as readonly SchemaNode[]
  const types = branches.flatMap((branch) => (branch['const'] === undefined ? [branch.type] : []))
  if (new Set(types).size < types.length) throw new TypeError('two branches have one type')
  const judges = branches.map(judgeOf)
  return {
    words: wordsOf(schema, judges.map(({ words }) => words).join(' or ')),
    fits: (value) => judges.some((judge) => judge.fits(value)),
    within: (value) => judges.find((judge) => judge.fits(value))?.within(value) ?? null,
  }
}

function beneath(place: string, { param, expectation }: Problem): Problem {
  const joint = param === '' || param.startsWith('[') ? '' : '.'
  return { param: `${place}${joint}${param}`, expectation }
}
