import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { memberPath, type ContentFree } from './in-clear/content-free.ts'

/** Turns what stands at one encrypted place into something else: the same walk seals, opens and looks. */
export type SealedCodec = (value: Json, path: string) => Json

/** Applies a codec to whatever stands where a form says `sealed`; nothing else is touched, null neither. */
export function mapSealed(value: Json, kind: ContentFree, codec: SealedCodec, path = ''): Json {
  if (value === null) return null
  if (kind === 'sealed') return codec(value, path)
  if (typeof kind !== 'object') return value
  if ('each' in kind && Array.isArray(value)) {
    return value.map((item: Json, index) => mapSealed(item, kind.each, codec, `${path}[${index}]`))
  }
  if (!('members' in kind) || !isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const of = Object.hasOwn(kind.members, name) ? kind.members[name] : undefined
      return [
        name,
        of === undefined ? member : mapSealed(member, of, codec, memberPath(path, name)),
      ]
    }),
  )
}
