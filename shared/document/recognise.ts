import { utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { bareText, withoutHead } from './bare-text.ts'
import { findSaved } from './find-saved.ts'
import { readText } from './read-text.ts'
import { recogniseObject } from './recognise-object.ts'
import { recogniseTranscript, type TranscriptLimits } from './recognise-transcript.ts'
import type { Saved, SeveralSaved } from './saved.ts'
import {
  refuse,
  type FileRecognition,
  type FilePart,
  type Recognition,
  type Refusal,
} from './subject.ts'
import { subjectWords } from './subject-words.ts'

/** Larger files are not read: judging one of this size stays below the time a person notices. */
export const sizeLimitBytes = 768 * 1024

/** What is read of a file, which may have been made to take long. */
export interface ReadLimits extends TranscriptLimits {
  readonly bytes: number
  /** Set where people saved it: then it is looked for in what programs and terminals write around it. */
  readonly mayBeSaved?: true
}

/** More events than a stream of that size has, unless it was made to take long. */
export const readerLimits: ReadLimits = { bytes: sizeLimitBytes, events: 5_000, mayBeSaved: true }

const nothing =
  'This is not a receipt, an answer, a stream, a disclosure, an export or a link of one.'

function tooLarge(bytes: number): string {
  return `This is larger than ${bytes / 1024} KiB, which no receipt or answer is. It was not read. From a larger export, save the disclosure of one answer in the extension.`
}

/** Says what a file is. Never throws: whatever it holds becomes a subject or a sentence. */
export function recognise(file: Uint8Array, limits: ReadLimits = readerLimits): FileRecognition {
  if (file.length > limits.bytes) return refuse('unrecognised', tooLarge(limits.bytes))
  const text = readText(file)
  if (text === null) return refuse('unrecognised', `${nothing} It is not text in UTF-8 or UTF-16.`)
  const body = limits.mayBeSaved ? bareText(text) : withoutHead(text)
  if (body === '') return refuse('unrecognised', 'There is nothing in it.')
  try {
    const saved = limits.mayBeSaved ? findSaved(body) : asItIs(body)
    if ('several' in saved) return recogniseSeveral(saved, limits)
    return 'sentence' in saved ? saved : recogniseSaved(saved, limits)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (error.code === 'JSON_MALFORMED') return brokenJson(body)
    return refuse('invalid', `It cannot be read: ${error.message}.`)
  }
}

function asItIs(text: string): Saved {
  return { text, form: 'as it came', asked: null }
}

/** More than anybody reads the verdicts of. */
const mostAnswers = 1_000

function recogniseSeveral({ several }: SeveralSaved, limits: ReadLimits): FileRecognition {
  return several.length > mostAnswers
    ? refuse('unrecognised', `This holds more than ${mostAnswers} answers. It was not read.`)
    : { kind: 'several', parts: several.map((each) => recognisePart(each, limits)) }
}

function recognisePart(saved: Saved | Refusal, limits: ReadLimits): FilePart {
  if ('sentence' in saved) return saved
  try {
    const recognition = recogniseSaved(saved, limits)
    return recognition.kind === 'export'
      ? refuse('unrecognised', 'This is an export of the extension, which is read by itself.')
      : recognition
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return refuse('invalid', `It cannot be read: ${error.message}.`)
  }
}

/** @throws {FormatError} */
function recogniseSaved({ text, form, asked, words }: Saved, limits: ReadLimits): Recognition {
  const recognition = recogniseText(text, limits)
  if (recognition.kind !== 'recognised') return recognition
  const { subject } = recognition
  if (words !== undefined && words.trim() !== subjectWords(subject)) {
    return refuse('invalid', 'Beside the answer this file shows other words than it has.')
  }
  return subject.kind === 'answer' || subject.kind === 'transcript'
    ? { kind: 'recognised', subject: { ...subject, form, asked } }
    : recognition
}

/** @throws {FormatError} */
function recogniseText(text: string, limits: ReadLimits): Recognition {
  if (text.startsWith('{')) return recogniseObject(utf8ToBytes(text), limits.choices ?? null)
  if (/^(?:data|event|id|retry)?:/.test(text)) return recogniseTranscript(utf8ToBytes(text), limits)
  return refuse('unrecognised', nothing)
}

const knownMember =
  /"(?:receipt|receipt_digest|signature|svc|choices|promptCommit)"\s*:|"type"\s*:\s*"countersign-/

function brokenJson(text: string): Recognition {
  if (!knownMember.test(text)) return refuse('unrecognised', `${nothing} It is not JSON either.`)
  return isCut(text)
    ? refuse('incomplete', 'It ends before its JSON does: a part was not copied, or was cut off.')
    : refuse(
        'invalid',
        'It looks like a receipt, an answer or a file of them, but its JSON is broken.',
      )
}

/** Whether the text ends within a string or before its brackets are closed. */
function isCut(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && inString) at += 1
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
  }
  return inString || depth > 0
}
