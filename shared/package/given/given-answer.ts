import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { Json } from '../../canonical-json.ts'
import { promptReadings } from '../../dialects/prompt-value.ts'
import { recogniseAnswer } from '../../document/recognise-object.ts'
import { recogniseTranscript } from '../../document/recognise-transcript.ts'
import type { Subject } from '../../document/subject.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import type { Openings } from '../../judge/judge-subject.ts'
import { CountersignError } from '../countersign-error.ts'

/**
 * An answer with `svc` in it: the body as it came (JSON, or server-sent events), or the object that an SDK made of
 * it. What came is better: of bytes that a program wrote anew an enclave's signature cannot be checked.
 */
export type GivenAnswer = string | Uint8Array | object

/** Events of a stream that are read; an honest stream has fewer. */
const mostEvents = 1_000_000

/** @throws {CountersignError} {FormatError} when there is nothing in it that could be judged */
export function subjectOf(given: GivenAnswer): Subject {
  const isObject = typeof given !== 'string' && !(given instanceof Uint8Array)
  const bytes = bytesOf(given)
  const recognition = isJson(bytes)
    ? recogniseAnswer(parseJsonObject(bytes).value, bytes, null)
    : recogniseTranscript(bytes, { events: mostEvents })
  switch (recognition.kind) {
    case 'recognised': {
      const { subject } = recognition
      const isAnswer = subject.kind === 'answer' || subject.kind === 'transcript'
      return isAnswer && isObject ? { ...subject, form: 'written anew' } : subject
    }
    case 'unrecognised':
    case 'incomplete':
    case 'invalid':
      throw new CountersignError(recognition.kind, recognition.sentence)
  }
}

/** Bytes of a document that was given as text, as bytes, or as the object that it was parsed into. */
export function bytesOf(given: string | Uint8Array | object): Uint8Array {
  if (given instanceof Uint8Array) return given
  return utf8ToBytes(typeof given === 'string' ? given.toWellFormed() : JSON.stringify(given))
}

export function objectOf(given: string | Uint8Array | object): Readonly<Record<string, Json>> {
  return parseJsonObject(bytesOf(given)).value
}

/** Whether it begins as an object does; white space may stand before it. */
function isJson(bytes: Uint8Array): boolean {
  return bytes.find((byte) => byte > 0x20) === 0x7b
}

/** What the answer is to: the request as it was sent, or its messages alone. */
export function promptOf(request: unknown): Pick<Openings, 'prompt' | 'asked'> {
  if (request === undefined) return {}
  // The request is read as JSON, as it was sent: a member with the value `undefined` does not exist.
  const value = JSON.parse(JSON.stringify(request)) as Json
  const model = isJsonObject(value) ? value['model'] : undefined
  return {
    prompt: { values: promptReadings(value) },
    ...(typeof model === 'string' ? { asked: { name: model, traits: null, listed: 'later' } } : {}),
  }
}
