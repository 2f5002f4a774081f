import { clearFields, type ClearFields } from '../e2ee/in-clear/clear-fields.ts'
import { notContentFree } from '../e2ee/in-clear/content-free.ts'
import { withoutTraces } from '../e2ee/request-content.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { FieldScheme } from './field-scheme.ts'

/**
 * What of a request would leave in clear and is not known to be free of content.
 * @param request as it was asked, before it is encrypted
 */
export function nearClearFields(scheme: FieldScheme, request: JsonObject): ClearFields {
  const found = notContentFree(withoutTraces(request), scheme.request(request))
  return {
    tools: [],
    content: [...clearFields(request).content, ...found.filter(scheme.isNeverClear)],
    telling: found.filter((path) => !scheme.isNeverClear(path)),
  }
}
