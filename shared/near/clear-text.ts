import type { Json } from '../canonical-json.ts'
import type { ContentFree } from '../e2ee/in-clear/content-free.ts'
import { mapSealed } from '../e2ee/map-sealed.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { isNearField } from './near-cipher.ts'
import { nearFields } from './near-fields.ts'

// What can be told without a key: a field has the form of an encrypted one, or has not.

/** Paths of the fields of a request that a host would open, and that are in clear. */
export function clearTextOfRequest(request: JsonObject): readonly string[] {
  return notSealed(request, nearFields.request(request))
}

/** Paths of the fields of an answer, or of a chunk of one, that a host should have encrypted. */
export function clearTextOfAnswer(answer: JsonObject): readonly string[] {
  return [nearFields.answer, nearFields.chunk].flatMap(({ choices }) =>
    notSealed(answer, { members: { choices } }),
  )
}

function notSealed(value: Json, form: ContentFree): readonly string[] {
  const clear: string[] = []
  mapSealed(value, form, (field, path) => {
    const isSealed = field === '' || (typeof field === 'string' && isNearField(field))
    if (!isSealed) clear.push(path)
    return field
  })
  return clear
}
