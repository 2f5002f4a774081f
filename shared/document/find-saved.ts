import { base64 } from '@scure/base'
import { parseUtf8 } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { bareText } from './bare-text.ts'
import { jsonArrayIn, jsonObjectIn, type Saved } from './saved.ts'
import { objectsOfLines, streamOfChunks, withBlankLines } from './saved-stream.ts'
import { askedIn } from './read-request.ts'
import { refuse, type AskedInFile, type Refusal } from './subject.ts'

/** A log in a log in a log is nobody's. */
const mostWrappings = 4

/**
 * Finds the answer in what people save: a paste, JSON lines, chunks in an array, `{"request","response"}`, a HAR, a
 * line of a log. Whatever it does not know it gives back as it is.
 * @throws {FormatError}
 */
export function findSaved(text: string, depth = 0): Saved | Refusal {
  const bare = bareText(text)
  const plain: Saved = { text: bare, form: 'as it came', asked: null }
  if (depth >= mostWrappings) return plain
  const array = jsonArrayIn(bare)
  if (array !== null) return ofSeveral(array, depth) ?? plain
  const object = jsonObjectIn(bare)
  if (object !== null) return ofObject(object, depth) ?? plain
  const rewritten = withBlankLines(bare)
  if (rewritten !== null) return { ...plain, text: rewritten, form: 'written anew' }
  const lines = objectsOfLines(bare)
  if (lines !== null) return ofSeveral(lines, depth) ?? plain
  const quoted = textIn(bare) ?? behindPrefix(bare)
  return quoted === null ? plain : findSaved(quoted, depth + 1)
}

/** A JSON string that holds a document. */
function textIn(text: string): string | null {
  if (!text.startsWith('"')) return null
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** What a logger writes before the JSON of a line. */
function behindPrefix(text: string): string | null {
  if (/^(?:data|event|id|retry)?:/.test(text)) return null
  const json = /^[^\n{"]{1,400}(\{[^\n]*\})$/.exec(text)?.[1]
  return json !== undefined && jsonObjectIn(json) !== null ? json : null
}

/** Of chunks that belong together, or of documents of which one is an answer. */
function ofSeveral(values: readonly Json[], depth: number): Saved | Refusal | null {
  const stream = streamOfChunks(values)
  if (stream !== null) return { text: stream, form: 'written anew', asked: null }
  const found: Saved[] = []
  for (const value of values) {
    if (!isJsonObject(value) || !mentionsReceipt(value)) continue
    const one = findSaved(JSON.stringify(value), depth + 1)
    if ('sentence' in one) return one
    found.push(one)
  }
  return oneOf(found)
}

function oneOf(found: readonly Saved[]): Saved | Refusal | null {
  const [only] = found
  if (only === undefined) return null
  return found.length === 1
    ? { ...only, form: 'written anew' }
    : refuse(
        'incomplete',
        `This holds ${found.length} answers with a receipt, and each is judged by itself: save one.`,
      )
}

function ofObject(value: JsonObject, depth: number): Saved | Refusal | null {
  const { log, type } = value
  if ('choices' in value || 'svc' in value || typeof type === 'string') return null
  const entries = isJsonObject(log) ? log['entries'] : undefined
  if (Array.isArray(entries)) return ofHar(entries as readonly Json[], depth)
  const response = value['response_json'] ?? value['response'] ?? value['raw_response']
  return response === undefined ? null : within(response, { asked: askedIn(value), depth })
}

interface Around {
  readonly asked: AskedInFile | null
  readonly depth: number
}

function within(response: Json, { asked, depth }: Around): Saved | Refusal | null {
  const text = typeof response === 'string' ? response : JSON.stringify(response)
  const found = findSaved(text, depth + 1)
  if ('sentence' in found) return found
  return {
    ...found,
    ...(typeof response === 'string' ? {} : { form: 'written anew' }),
    asked: found.asked ?? asked,
  }
}

/** Of the requests that a browser's tools recorded, the one whose answer has a receipt. */
function ofHar(entries: readonly Json[], depth: number): Saved | Refusal | null {
  const found: Saved[] = []
  for (const entry of entries) {
    const { request, response } = isJsonObject(entry) ? entry : {}
    const content = isJsonObject(response) ? response['content'] : undefined
    const body = isJsonObject(content) ? bodyOf(content) : null
    if (body === null || !body.includes('"svc"')) continue
    const posted = isJsonObject(request) ? request['postData'] : undefined
    const asked = isJsonObject(posted) ? askedIn({ request: posted['text'] ?? null }) : null
    const one = within(body, { asked, depth })
    if (one !== null && 'sentence' in one) return one
    if (one !== null) found.push(one)
  }
  const one = oneOf(found)
  return one !== null && 'text' in one ? (found[0] ?? null) : one
}

function bodyOf({ text, encoding }: JsonObject): string | null {
  if (typeof text !== 'string') return null
  if (encoding !== 'base64') return text
  try {
    return parseUtf8(base64.decode(text))
  } catch {
    return null
  }
}

/** Others of the same log are about answers without one. */
function mentionsReceipt(value: JsonObject): boolean {
  return JSON.stringify(value).includes('"svc"') || JSON.stringify(value).includes('\\"svc\\"')
}
