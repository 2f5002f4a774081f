import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { askedIn } from './read-request.ts'
import { readText } from './read-text.ts'
import { recogniseBody, unlessMalformed, unrecognised } from './recognise-body.ts'
import type { TranscriptLimits } from './recognise-transcript.ts'
import { refuse, type FilePart, type FileRecognition, type Recognition } from './subject.ts'

/** Larger files are not read: judging one of this size stays below the time a person notices. */
export const sizeLimitBytes = 768 * 1024

/** What is read of a file, which may have been made to take long. */
export interface ReadLimits extends TranscriptLimits {
  readonly bytes: number
}

/** More events than a stream of that size has, unless it was made to take long. */
export const readerLimits: ReadLimits = { bytes: sizeLimitBytes, events: 5_000 }

function tooLarge(bytes: number): string {
  return `This is larger than ${bytes / 1024} KiB, which no receipt or answer is. It was not read. From a larger export, save the disclosure of one answer in the extension.`
}

/** Says what a file is. Never throws: whatever it holds becomes a subject or a sentence. */
export function recognise(file: Uint8Array, limits: ReadLimits = readerLimits): FileRecognition {
  if (file.length > limits.bytes) return refuse('unrecognised', tooLarge(limits.bytes))
  const text = readText(file)
  if (text === null) return refuse('unrecognised', `${unrecognised} It is not text in UTF-8.`)
  const lines = text.trimStart().startsWith('{') ? linesOf(text) : [text]
  return lines.length < 2 ? recogniseOne(text, limits) : recogniseLines(lines, limits)
}

/** More than anybody reads the verdicts of. */
const mostAnswers = 1_000

function recogniseLines(lines: readonly string[], limits: ReadLimits): FileRecognition {
  return lines.length > mostAnswers
    ? refuse('unrecognised', `This has more than ${mostAnswers} lines of JSON. It was not read.`)
    : { kind: 'several', parts: lines.map((line) => recogniseLine(line, limits)) }
}

/** Of JSON lines each that is not blank; else the text is one. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '')
  return isWhole(lines[0] ?? '') ? lines : [text]
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
  return recognition.kind === 'export'
    ? refuse('unrecognised', 'This is an export of the extension, which is read by itself.')
    : recognition
}

function recogniseOne(text: string, limits: ReadLimits): Recognition {
  return unlessMalformed(text, () => {
    const exchange = exchangeIn(text)
    return exchange === null ? recogniseBody(text, limits) : recogniseExchange(exchange, limits)
  })
}

interface Exchange {
  readonly request: JsonObject
  readonly response: Json
}

/** What a program saved of one call; null for any other text. @throws {FormatError} */
function exchangeIn(text: string): Exchange | null {
  if (!text.trimStart().startsWith('{')) return null
  const { request, response } = parseJsonObject(utf8ToBytes(text), parseUtf8).value
  return isJsonObject(request) && response !== undefined ? { request, response } : null
}

function recogniseExchange({ request, response }: Exchange, limits: ReadLimits): Recognition {
  const isText = typeof response === 'string'
  const recognition = recogniseBody(isText ? response : JSON.stringify(response), limits)
  if (recognition.kind !== 'recognised') return recognition
  const { subject } = recognition
  if (subject.kind !== 'answer' && subject.kind !== 'transcript') {
    return refuse('unrecognised', 'Beside the request stands no answer.')
  }
  const form = isText ? subject.form : 'written anew'
  return { kind: 'recognised', subject: { ...subject, form, asked: askedIn(request) } }
}
