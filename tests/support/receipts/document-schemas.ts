import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile, type Validator } from 'typebox/schema'

const folder = join(import.meta.dirname, '../../../shared/receipt/schemas')

type Schema = Readonly<Record<string, unknown>>

const schemas = new Map(
  readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as Schema,
  ]),
)

/** Names of all documents that have a schema: `receipt`, `svc` … */
export const describedDocuments: readonly string[] = [...schemas.keys()].map((name) =>
  name.replace('.schema.json', ''),
)

const validators = new Map<string, Validator>()

/**
 * Whether a document is what its schema says.
 * @param name `receipt`, or a part of a file: `collateral.schema.json#/$defs/tcbInfo`
 */
export function fitsSchema(name: string, document: unknown): boolean {
  const known = validators.get(name)
  if (known) return known.Check(document)
  const validator = Compile(target(name.includes('#') ? name : `${name}.schema.json`, ''))
  validators.set(name, validator)
  return validator.Check(document)
}

/** The schema that a reference names, with every reference in it replaced by what that names. */
function target(reference: string, home: string): Schema {
  const [file = '', pointer = ''] = reference.split('#')
  const name = file === '' ? home : file
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => (value as Schema | undefined)?.[part], schemas.get(name))
  if (found === undefined) throw new Error(`${home} names ${reference}, which is not there`)
  return replaced(found, name) as Schema
}

function replaced(value: unknown, home: string): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, home))
  if (value === null || typeof value !== 'object') return value
  const { $ref, $defs: _defs, $id: _id, $schema: _dialect, ...rest } = value as Schema
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, replaced(member, home)]),
  )
  return typeof $ref === 'string' ? { ...target($ref, home), ...own } : own
}
