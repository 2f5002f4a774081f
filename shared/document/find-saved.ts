import { base64 } from '@scure/base'
import { parseUtf8 } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isGiven } from '../json/is-given.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { bareText } from './bare-text.ts'
import { jsonArrayIn, jsonObjectIn, type Saved, type SeveralSaved } from './saved.ts'
import { isAnswerText, objectsOfLines, streamOfChunks, withBlankLines } from './saved-stream.ts'
import { askedIn, lastTurnIn } from './read-request.ts'
import { refuse, type AskedInFile, type Refusal } from './subject.ts'

/** A log in a log in a log is nobody's. */
const mostWrappings = 4

type Found = Saved | SeveralSaved | Refusal

/**
 * Finds the answer, or each of several, in what people save: a paste, JSON lines, chunks in an array,
 * `{"request","response"}`, a HAR, a line of a log. Whatever it does not know it gives back as it is.
 * @throws {FormatError}
 */
export function findSaved(text: string, depth = 0): Found {
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

/** `{"role":"assistant"}`: no answer is shorter, and a list may have hundreds of thousands of parts that are. */
const fewestCharacters = 20

/** Of chunks that belong together, or of documents among which are answers. */
function ofSeveral(values: readonly Json[], depth: number): Found | null {
  const stream = streamOfChunks(values)
  if (stream !== null) return { text: stream, form: 'written anew', asked: null }
  const found = values
    .filter((value) => JSON.stringify(value).length >= fewestCharacters)
    .flatMap((value) => answersIn(() => within(value, { asked: null, depth })))
  return oneOrSeveral(
    found.map((each) => ('sentence' in each ? each : { ...each, form: 'written anew' })),
  )
}

function oneOrSeveral(found: SeveralSaved['several']): Found | null {
  const [only] = found
  return found.length > 1 ? { several: found } : (only ?? null)
}

/** Those in one part of a file, which is mostly about something else. */
function answersIn(read: () => Found): SeveralSaved['several'] {
  try {
    const found = read()
    return ('several' in found ? found.several : [found]).filter(
      (each) => 'sentence' in each || isAnswerText(each.text) || mentionsReceipt(each.text),
    )
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [refuse('invalid', `It cannot be read: ${error.message}.`)]
  }
}

function ofObject(value: JsonObject, depth: number): Found | null {
  const { log, type } = value
  if ('choices' in value || 'svc' in value || typeof type === 'string') return null
  const entries = isJsonObject(log) ? log['entries'] : undefined
  if (Array.isArray(entries)) return ofHar(entries as readonly Json[], depth)
  const given = [value['response_json'], value['response'], value['raw_response']].filter(isGiven)
  const [response] = given
  if (response === undefined) return null
  const around = { asked: askedIn(value) ?? lastTurnIn(value), depth }
  const found = given.flatMap((each) => answersIn(() => within(each, around)))
  const one = oneOrSeveral(found) ?? within(response, around)
  const words = wordsIn(given)
  return words === null || 'sentence' in one || 'several' in one ? one : { ...one, words }
}

/** Of a log that has the words of an answer by themselves, too. */
function wordsIn(given: readonly Json[]): string | null {
  const words = given.length < 2 ? [] : given.filter((each) => typeof each === 'string')
  return words.find((each) => each.trim() !== '' && jsonObjectIn(each) === null) ?? null
}

interface Around {
  readonly asked: AskedInFile | null
  readonly depth: number
}

function within(response: Json, { asked, depth }: Around): Found {
  const isText = typeof response === 'string'
  const found = findSaved(isText ? response : JSON.stringify(response), depth + 1)
  if ('sentence' in found) return found
  const around = (saved: Saved): Saved => ({
    ...saved,
    ...(isText ? {} : { form: 'written anew' }),
    asked: saved.asked ?? asked,
  })
  return 'several' in found
    ? { several: found.several.map((each) => ('sentence' in each ? each : around(each))) }
    : around(found)
}

/** Of the requests that a browser's tools recorded, those that were answered with an answer. */
function ofHar(entries: readonly Json[], depth: number): Found | null {
  const found = entries.flatMap((entry) => {
    const { request, response } = isJsonObject(entry) ? entry : {}
    const content = isJsonObject(response) ? response['content'] : undefined
    const body = isJsonObject(content) ? bodyOf(content) : null
    if (body === null) return []
    const posted = isJsonObject(request) ? request['postData'] : undefined
    const text = isJsonObject(posted) ? (posted['text'] ?? null) : null
    return answersIn(() => within(body, { asked: askedIn({ request: text }), depth }))
  })
  return oneOrSeveral(found)
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

/** Whatever stands around it: what is not understood is said, and not left out. */
function mentionsReceipt(text: string): boolean {
  return /^[{["]|^(?:data|event|id|retry)?:/.test(text) && /"svc\\*"/.test(text)
}
