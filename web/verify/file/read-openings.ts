import { parseSalt } from '#shared/commitment/salt.ts'
import { FormatError } from '#shared/errors.ts'
import type { Opening } from '#shared/judge/judge-subject.ts'
import { readMessage, readMessages, readModel } from '../../judge/read-opening.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import { judgedWords } from '#shared/words/english/pages/judged.ts'

/** What the reader typed for one side of the exchange. */
export interface SideText {
  readonly value: string
  readonly salt: string
}

export const nothingTyped: SideText = { value: '', salt: '' }

/** Whether the salt of a side has to be typed, or comes with the file. */
export type SaltFrom = 'asked' | 'in the file'

export interface ReadOpening {
  readonly opening: Opening | null
  /** Why words that were given are not compared; null when they are, and when none were given. */
  readonly problem: string | null
}

export interface ReadPrompt extends ReadOpening {
  /** The model that was asked, where the words that are compared are a whole request. */
  readonly model: string | null
}

export function readPrompt(text: SideText, saltFrom: SaltFrom): ReadPrompt {
  const read = readSide(text, saltFrom, readMessages)
  return { ...read, model: read.opening === null ? null : readModel(text.value) }
}

export function readResponse(text: SideText, saltFrom: SaltFrom): ReadOpening {
  return readSide(text, saltFrom, readMessage)
}

function readSide(
  { value, salt }: SideText,
  saltFrom: SaltFrom,
  readWords: (text: string) => Opening,
): ReadOpening {
  if (value === '') return { opening: null, problem: null }
  if (value.length > sizeLimitBytes) return notCompared(judgedWords.openTooLarge)
  const trimmed = salt.trim()
  if (saltFrom === 'asked' && trimmed === '') return notCompared(judgedWords.saltMissing)
  try {
    const words = readWords(value)
    const opening = saltFrom === 'asked' ? { ...words, salt: parseSalt(trimmed) } : words
    return { opening, problem: null }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return notCompared(error.message)
  }
}

function notCompared(reason: string): ReadOpening {
  return { opening: null, problem: judgedWords.notCompared(reason) }
}
