import type { Json } from '#shared/canonical-json.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { FormatError } from '#shared/errors.ts'
import type { Opening } from '#shared/document/judge-subject.ts'
import { readMessage, readMessages } from '../judge/read-opening.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'

/** What the reader typed for one side of the exchange. */
export interface SideText {
  readonly value: string
  readonly salt: string
}

export const nothingTyped: SideText = { value: '', salt: '' }

export interface ReadOpening {
  readonly opening: Opening | null
  readonly problem: string | null
}

export function readPrompt(text: SideText): ReadOpening {
  return readSide(text, readMessages)
}

export function readResponse(text: SideText): ReadOpening {
  return readSide(text, readMessage)
}

function readSide(
  { value, salt }: SideText,
  readValues: (text: string) => readonly Json[],
): ReadOpening {
  if (value === '') return { opening: null, problem: null }
  if (value.length > sizeLimitBytes) return { opening: null, problem: 'This is too large.' }
  try {
    const values = readValues(value)
    const trimmed = salt.trim()
    const opening = trimmed === '' ? { values } : { values, salt: parseSalt(trimmed) }
    return { opening, problem: null }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { opening: null, problem: `It cannot be read: ${error.message}.` }
  }
}
