import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { tooManyLists } from './too-many-lists.ts'
import { askedIn } from './read-request.ts'
import { readText } from './read-text.ts'
import { recogniseBody, unlessMalformed } from './recognise-body.ts'
import { recogniseObject } from './recognise-object.ts'
import type { TranscriptLimits } from './recognise-transcript.ts'
import { refuse, type FilePart, type FileRecognition, type Recognition } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

/** Larger files are not read: judging one of this size stays below the time a person notices. */
export const sizeLimitBytes = 768 * 1024

/** What is read of a file, which may have been made to take long. */
export interface ReadLimits extends TranscriptLimits {
  readonly bytes: number
}

/** More events than a stream of that size has, unless it was made to take long. */
export const readerLimits: ReadLimits = { bytes: sizeLimitBytes, events: 5_000 }

/** Says what a file is. Never throws: whatever it holds becomes a subject or a sentence. */
export function recognise(file: Uint8Array, limits: ReadLimits = readerLimits): FileRecognition {
  if (file.length > limits.bytes) {
    return refuse('unrecognised', words.tooLarge(limits.bytes / 1024))
  }
  const text = readText(file)
  if (text === null) return refuse('unrecognised', `${words.unrecognised} ${words.notUtf8}`)
  const refused = tooManyLists(file)
  if (refused !== null) return refused
  const lines = text.trimStart().startsWith('{') ? linesOf(text) : [text]
  return lines.length < 2 ? recogniseOne(text, limits) : recogniseLines(lines, limits)
}

/** More than anybody reads the verdicts of. */
const mostAnswers = 1_000
/** Blank ones, too. */
const mostLines = 10_000

function recogniseLines(lines: readonly string[], limits: ReadLimits): FileRecognition {
  return lines.length > mostAnswers
    ? refuse('unrecognised', words.tooManyLines(mostAnswers))
    : { kind: 'several', parts: lines.map((line) => recogniseLine(line, limits)) }
}

/** The lines of a file of JSON lines that are not blank; any other text is a single document. */
function linesOf(text: string): readonly string[] {
  const [first = '', ...others] = text.trim().split(/\r\n|\n/, mostLines)
  if (others.length === 0 || !isWhole(first)) return [text]
  return [first, ...others.filter((line) => line.trim() !== '')]
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function recogniseLine(line: string, limits: ReadLimits): FilePart {
  const recognition = recogniseOne(line, limits)
  return recognition.kind === 'export' ? refuse('unrecognised', words.exportInLine) : recognition
}

function recogniseOne(text: string, limits: ReadLimits): Recognition {
  if (!text.trimStart().startsWith('{')) return recogniseBody(text, limits)
  return unlessMalformed(text, () => {
    const bytes = utf8ToBytes(text)
    const { value } = parseJsonObject(bytes)
    const { request, response } = value
    return isJsonObject(request) && response !== undefined
      ? recogniseExchange({ request, response }, limits)
      : recogniseObject(value, bytes, limits.choices ?? null)
  })
}

/** What a program saved of one call. */
interface Exchange {
  readonly request: JsonObject
  readonly response: Json
}

function recogniseExchange({ request, response }: Exchange, limits: ReadLimits): Recognition {
  const isText = typeof response === 'string'
  const recognition = isText
    ? (tooManyLists(utf8ToBytes(response)) ?? recogniseBody(response, limits))
    : recogniseWritten(response, limits.choices ?? null)
  if (recognition.kind !== 'recognised') return recognition
  const { subject } = recognition
  if (subject.kind !== 'answer' && subject.kind !== 'transcript') {
    return refuse('unrecognised', words.requestAlone)
  }
  const form = isText ? subject.form : 'written anew'
  return { kind: 'recognised', subject: { ...subject, form, asked: askedIn(request) } }
}

function recogniseWritten(response: Json, choices: number | null): Recognition {
  return isJsonObject(response)
    ? recogniseObject(response, utf8ToBytes(JSON.stringify(response)), choices)
    : refuse('unrecognised', words.requestAlone)
}
