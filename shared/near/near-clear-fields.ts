import { clearFields, type ClearFields } from '../e2ee/in-clear/clear-fields.ts'
import { notContentFree } from '../e2ee/in-clear/content-free.ts'
import { withoutTraces } from '../e2ee/request-content.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { nearFields } from './near-fields.ts'

/** Members of which a host takes in clear what it could open: nobody may send any of it so. */
const opened = /^(?:messages|tools|tool_choice|functions|function_call)\b/
/** But for the ids of calls, which no host opens. */
const callIds = /^messages\[\d+\]\.(?:tool_call_id|tool_calls\[\d+\]\.id)$/

/**
 * What of a request would leave in clear and is not known to be free of content. Tools are encrypted.
 * @param request as it was asked, before it is encrypted
 */
export function nearClearFields(request: JsonObject): ClearFields {
  const found = notContentFree(withoutTraces(request), nearFields.request(request))
  const isLenient = (path: string) => opened.test(path) && !callIds.test(path)
  return {
    tools: [],
    content: [...clearFields(request).content, ...found.filter(isLenient)],
    telling: found.filter((path) => !isLenient(path)),
  }
}
