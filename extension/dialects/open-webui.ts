import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { parseSvc, type Svc } from '#shared/svc/parse-svc.ts'

export interface OpenWebUiAnswer {
  readonly svc: Svc
  /** What `choices[0].message` may have been: its server takes the answer apart and puts it together anew. */
  readonly candidates: readonly JsonObject[]
  readonly text: string
}

/**
 * The frames of one message of Open WebUI, a line each. Null when none of them
 * carries a readable `svc`.
 */
export function readOpenWebUi(text: string): OpenWebUiAnswer | null {
  const frames = text.split('\n').flatMap(readFrame)
  const carrier = frames.find((frame) => 'svc' in frame)
  if (carrier === undefined) return null
  try {
    const svc = parseSvc(carrier['svc'])
    const whole = frames.map(wholeMessage).find((message) => message !== null)
    if (whole) {
      const { content } = whole
      return { svc, candidates: [whole], text: typeof content === 'string' ? content : '' }
    }
    const content = frames.map(contentOf).findLast((each) => each !== null) ?? ''
    return { svc, candidates: [{ role: 'assistant', content }], text: content }
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

function readFrame(line: string): readonly JsonObject[] {
  try {
    const frame = JSON.parse(line) as Json
    return isJsonObject(frame) ? [frame] : []
  } catch {
    return []
  }
}

/** A buffered answer is passed on as it is. */
function wholeMessage({ choices }: JsonObject): JsonObject | null {
  const first = Array.isArray(choices) ? choices[0] : undefined
  const message = isJsonObject(first) ? first['message'] : undefined
  return isJsonObject(message) ? message : null
}

/** All the text so far: `content`, or the text of `output`, in the form of the Responses API. */
function contentOf({ content, output }: JsonObject): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(output)) return null
  return output
    .flatMap((item) =>
      isJsonObject(item) && item['type'] === 'message' && Array.isArray(item['content'])
        ? item['content']
        : [],
    )
    .map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}
