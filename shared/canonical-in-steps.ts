import { canonicalJson, type Json } from './canonical-json.ts'

/** Members and items that are written before others have a turn. */
const stepLength = 4_096

/**
 * The same text as `canonicalJson` writes, with a stop after every few thousand members and items.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE
 */
export function* canonicalInSteps(value: Json): Generator<void, string, undefined> {
  let left = stepLength

  function* write(part: Json): Generator<void, string, undefined> {
    if (part === null || typeof part !== 'object') return canonicalJson(part)
    const isList = Array.isArray(part)
    const names = isList ? Object.keys(part) : Object.keys(part).toSorted()
    // Sorting many is a step of its own.
    if (names.length > stepLength) yield
    let text = ''
    for (const name of names) {
      const each = (part as { readonly [member: string]: Json })[name] as Json
      const before = `${text === '' ? '' : ','}${isList ? '' : `${canonicalJson(name)}:`}`
      text += before + (isShort(each) ? canonicalJson(each) : yield* write(each))
      left -= 1
      if (left > 0) continue
      left = stepLength
      yield
    }
    return isList ? `[${text}]` : `{${text}}`
  }

  return yield* write(value)
}

/** Most members of an object that is written at once. */
const fewMembers = 8

/** A text, a number, a word, or an object of few of them, as most messages are. */
function isShort(value: Json): boolean {
  if (isScalar(value)) return true
  const members = Object.values(value as object)
  return !Array.isArray(value) && members.length <= fewMembers && members.every(isScalar)
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object'
}
