import type { Frontend } from '../../frontend.ts'
import { visibleText } from '../../page-parts.ts'
import { unreadable } from '../../reading/marks.ts'
import { readShown } from '../../reading/page/read-shown.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { isOurs } from '../badge/make-badge.ts'

/** Reads the texts of turns, each once until it changes. */
export interface TurnReader {
  /** The text without marks, signs and spaces, to find an answer by. */
  readonly wordsIn: (turn: Element) => string
  /** All that a reader sees of the text, to compare it with an answer. */
  readonly readingIn: (turn: Element) => string
  /** Characters of all its text, without the spaces around it. */
  readonly lengthOf: (turn: Element) => number
  readonly forget: (turn: Element) => void
}

/** Longest part of a page that is read as an answer, in characters. */
const longestText = 1024 * 1024

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return unreadable
  }
}

export function createTurnReader(frontend: () => Frontend): TurnReader {
  const words = new WeakMap<Element, string>()
  const readings = new WeakMap<Element, string>()
  const lengths = new WeakMap<Element, number>()

  /** A page can keep its parts from being read: then it shows nothing that is known. */
  function once(known: WeakMap<Element, string>, turn: Element, read: () => string): string {
    const before = known.get(turn)
    if (before !== undefined) return before
    const text = attempt(read)
    // What is hidden may be shown by a change around it.
    if (text !== '' || wordsOf(turn.textContent) === '') known.set(turn, text)
    return text
  }

  return {
    wordsIn: (turn) => once(words, turn, () => wordsOf(visibleText(frontend().textPart(turn)))),
    readingIn: (turn) =>
      once(readings, turn, () => {
        const part = frontend().textPart(turn)
        return part === null || part.textContent.length > longestText
          ? ''
          : readShown(part, isOurs).slice(0, longestText)
      }),
    lengthOf(turn) {
      const length = lengths.get(turn) ?? turn.textContent.trim().length
      lengths.set(turn, length)
      return length
    },
    forget(turn) {
      lengths.delete(turn)
      words.delete(turn)
      readings.delete(turn)
    },
  }
}
