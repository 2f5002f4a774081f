import type { Json } from '../../canonical-json.ts'
import { isJsonObject } from '../../json/is-json-object.ts'

/**
 * A value that says nothing about what was asked or answered: a number, a switch, one of a few known
 * words, an identifier of a narrow form, or an object of such members.
 */
export type ContentFree =
  | 'number'
  | 'switch'
  /** A number, or an object of nothing but numbers and switches. */
  | 'counts'
  /** Known, and free of content only while nothing stands in it. */
  | 'empty'
  /** Encrypted where it stands: never in clear. */
  | 'sealed'
  | readonly string[]
  | RegExp
  | ContentFreeObject
  | ContentFreeList

interface ContentFreeObject {
  readonly members: Readonly<Record<string, ContentFree>>
  /** What any other member must be; without it there may be none, whatever stands in it. */
  readonly others?: 'empty'
}

interface ContentFreeList {
  readonly each: ContentFree
}

/** Paths of all that is not free of content, such as `choices[0].message.refusal`. */
export function notContentFree(value: Json, kind: ContentFree, path = ''): readonly string[] {
  if (value === null || kind === 'sealed') return []
  if (typeof kind === 'object' && 'members' in kind) return inObject(value, kind, path)
  if (typeof kind === 'object' && 'each' in kind) {
    if (!Array.isArray(value)) return [path]
    return value.flatMap((item: Json, index) =>
      notContentFree(item, kind.each, `${path}[${index}]`),
    )
  }
  return isFree(value, kind) ? [] : [path]
}

function inObject(
  value: Json,
  { members, others }: ContentFreeObject,
  path: string,
): readonly string[] {
  if (!isJsonObject(value)) return [path]
  return Object.entries(value).flatMap(([name, member]) => {
    const at = memberPath(path, name)
    const kind = Object.hasOwn(members, name) ? members[name] : others
    return kind === undefined ? [at] : notContentFree(member, kind, at)
  })
}

/** A name is somebody's text, too: it is not repeated at any length. */
const longestName = 64

export function memberPath(path: string, name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return path === '' ? short : `${path}.${short}`
}

type Plain = Exclude<ContentFree, ContentFreeObject | ContentFreeList | 'sealed'>

function isFree(value: Json, kind: Plain): boolean {
  if (kind instanceof RegExp) return typeof value === 'string' && kind.test(value)
  switch (kind) {
    case 'number':
      return typeof value === 'number'
    case 'switch':
      return typeof value === 'boolean'
    case 'empty':
      return isEmpty(value)
    case 'counts':
      return isCounts(value)
    default:
      return typeof value === 'string' && kind.includes(value)
  }
}

export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  return Array.isArray(value)
    ? value.length === 0
    : isJsonObject(value) && Object.keys(value).length === 0
}

function isCounts(value: Json): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([name, member]) => /^[a-z][a-z0-9_]{0,47}$/.test(name) && isCounts(member),
    )
  )
}
