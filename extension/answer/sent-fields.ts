import { sentWords } from '#shared/words/english/extension/sent.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { readOr } from '#shared/read-or.ts'
import type { SentField } from './answer-card.ts'

/** Most members that are listed one by one: a long conversation is kept with each of its answers. */
const mostListed = 400

/** Every member of a request that left as it was. */
export function fieldsInClear(request: JsonObject): readonly SentField[] {
  return listed(
    leavesOf(request, '').map(({ path, value }) => ({ path, how: 'clear', bytes: sizeOf(value) })),
  )
}

/**
 * The same of a request as its page had it; null where nothing is known of its members.
 * @param request text of its body, where it is one
 * @param tooLong bytes of a body that is too long to be read; else null
 */
export function fieldsPassed({
  request,
  tooLong,
}: {
  readonly request: string | null
  readonly tooLong: number | null
}): readonly SentField[] | null {
  if (tooLong !== null) return [{ path: sentWords.tooLong, how: 'clear', bytes: tooLong }]
  if (request === null) return null
  const bytes = utf8ToBytes(request.toWellFormed())
  return readOr(null, () => fieldsInClear(parseJsonObject(bytes).value))
}

/**
 * Every member of an encrypted request, as it is on the wire: sealed where what left is hexadecimal
 * ciphertext in the place of a message's content (shared/aci/PROTOCOL.md), in clear anywhere else.
 * @param wire the body that was sent
 * @param plain the same request before it was encrypted
 */
export function fieldsSealed(wire: JsonObject, plain: JsonObject): readonly SentField[] {
  const plainValues = new Set(leavesOf(plain, '').map(({ value }) => JSON.stringify(value)))
  return listed(
    leavesOf(wire, '').map(({ path, value }) => ({
      path,
      how:
        contentPath.test(path) && isCiphertext(value) && !plainValues.has(JSON.stringify(value))
          ? 'sealed'
          : 'clear',
      bytes: sizeOf(value),
    })),
  )
}

/** Every member of a request that was encrypted as a whole: its model's name travels beside it in clear. */
export function fieldsOfSealedBody(plain: JsonObject): readonly SentField[] {
  return listed(
    leavesOf(plain, '').map(({ path, value }) => ({
      path,
      how: path === 'model' ? 'clear' : 'sealed',
      bytes: sizeOf(value),
    })),
  )
}

/** Members of a page's request that were taken out before it was encrypted. */
export function fieldsLeftOut(members: JsonObject): readonly SentField[] {
  return Object.entries(members).map(([path, value]) => ({
    path,
    how: 'left-out',
    bytes: sizeOf(value),
  }))
}

/** Members of the request that they are of, each once: `tools`. */
export function membersOf(fields: readonly SentField[]): readonly string[] {
  return [...new Set(fields.map(({ path }) => path.replace(/[.[].*$/s, '')))]
}

const toolsPath =
  /^(?:tools|tool_choice|functions|function_call|messages\[\d+\]\.(?:tool_calls|function_call|tool_call_id))(?![a-z_])/

/** What became of the tools of an encrypted request; null where it had none. */
export function toolsIn(fields: readonly SentField[]): 'left out' | 'in clear' | null {
  if (fields.some(({ how }) => how === 'left-out')) return 'left out'
  const areClear = fields.some(({ path, how }) => how === 'clear' && toolsPath.test(path))
  return areClear ? 'in clear' : null
}

const more = { sealed: sentWords.moreSealed, clear: sentWords.moreInClear } as const

/** The first of them, and the others added up: what is sealed and what is not are never added up together. */
function listed(fields: readonly SentField[]): readonly SentField[] {
  if (fields.length <= mostListed) return fields
  // What stands once in a request is named, however long its conversation is.
  const [once, inMessages] = [false, true].map((are) =>
    fields.filter(({ path }) => path.startsWith('messages[') === are),
  )
  const ordered = [...(once ?? []), ...(inMessages ?? [])]
  const others = ordered.slice(mostListed)
  return [
    ...ordered.slice(0, mostListed),
    ...(['sealed', 'clear'] as const).flatMap((how) => {
      const same = others.filter((each) => each.how === how)
      if (same.length === 0) return []
      const bytes = same.reduce((sum, each) => sum + each.bytes, 0)
      return [{ path: more[how](same.length), how, bytes }]
    }),
  ]
}

const contentPath = /^messages\[\d+\]\.content(?:\[\d+\]\.text)?$/

/** An ephemeral key of 32 bytes, 12 of a nonce and 16 of a tag stand around the shortest text. */
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
