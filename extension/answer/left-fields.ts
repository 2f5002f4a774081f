import { utf8ToBytes } from '#shared/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { LeftField } from './answer-card.ts'

/** Every member of a request that left as it was. */
export function fieldsInClear(request: JsonObject): readonly LeftField[] {
  return leavesOf(request, '').map(({ path, value }) => ({
    path,
    how: 'clear',
    bytes: sizeOf(value),
  }))
}

/**
 * Every member of an encrypted request, as it is on the wire: sealed where what left is hexadecimal
 * ciphertext in the place of a message's content (aci-upstream.md section 3.4), in clear anywhere else.
 * @param wire the body that was sent
 * @param plain the same request before it was encrypted
 */
export function fieldsSealed(wire: JsonObject, plain: JsonObject): readonly LeftField[] {
  const told = new Set(leavesOf(plain, '').map(({ value }) => JSON.stringify(value)))
  return leavesOf(wire, '').map(({ path, value }) => ({
    path,
    how:
      contentPath.test(path) && isCiphertext(value) && !told.has(JSON.stringify(value))
        ? 'sealed'
        : 'clear',
    bytes: sizeOf(value),
  }))
}

const contentPath = /^messages\[\d+\]\.content(?:\[\d+\]\.text)?$/

/** An ephemeral key, a nonce and a tag are 76 bytes at least. */
function isCiphertext(value: Json): boolean {
  return typeof value === 'string' && /^[0-9a-f]{120,}$/.test(value)
}

interface Leaf {
  readonly path: string
  readonly value: Json
}

/** What stands at the ends of a document; an empty list or object is one. */
function leavesOf(value: Json, path: string): readonly Leaf[] {
  if (Array.isArray(value) && value.length > 0) {
    return (value as readonly Json[]).flatMap((each, index) => leavesOf(each, `${path}[${index}]`))
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, each]) =>
      leavesOf(each, path === '' ? name : `${path}.${name}`),
    )
  }
  return [{ path, value }]
}

function sizeOf(value: Json): number {
  return utf8ToBytes(typeof value === 'string' ? value : JSON.stringify(value)).length
}
