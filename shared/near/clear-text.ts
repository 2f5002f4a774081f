import type { Json } from '../canonical-json.ts'
import type { ContentFree } from '../e2ee/in-clear/content-free.ts'
import { mapSealed } from '../e2ee/map-sealed.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { FieldScheme } from './field-scheme.ts'
import { nearFields } from './near-fields.ts'

// What can be told without a key: a field has the form of an encrypted one, or has not.

/** Paths of the fields of a request that a host would open, and that are in clear. */
export function clearTextOfRequest(scheme: FieldScheme, request: JsonObject): readonly string[] {
  return notSealed(request, scheme.request(request), scheme)
}

/** Paths of the fields of an answer, or of a chunk of one, that a host should have encrypted. */
export function clearTextOfAnswer(scheme: FieldScheme, answer: JsonObject): readonly string[] {
  return [nearFields.answer, nearFields.chunk].flatMap(({ choices }) =>
    notSealed(answer, { members: { choices } }, scheme),
  )
}

function notSealed(value: Json, form: ContentFree, { cipher }: FieldScheme): readonly string[] {
  const clear: string[] = []
  mapSealed(value, form, (field, path) => {
    const isSealed = field === '' || (typeof field === 'string' && cipher.isField(field))
    if (!isSealed) clear.push(path)
    return field
  })
  return clear
}
