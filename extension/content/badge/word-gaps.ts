import { rectOf } from './style-of.ts'

/** Whether the spaces between the texts of a page are seen. They are told of in their order. */
interface WordGaps {
  words(text: Text): void
  /** A word may be broken here, which makes two of it. */
  mayBreak(): void
  /** What follows is not compared with the words before. */
  end(): void
  areSeen(): boolean
}

export function followWordGaps(): WordGaps {
  let before: Text | null = null
  let isSpaced = false
  let isBroken = false
  let areSeen = true
  const letter = document.createRange()

  function letterAt(text: Text, at: number): DOMRect {
    letter.setStart(text, at)
    letter.setEnd(text, at + 1)
    return rectOf(letter)
  }

  /** The last letter of a text and the first one of the next. */
  function lettersBetween(text: Text, next: Text): readonly [DOMRect, DOMRect] {
    return [letterAt(text, text.data.trimEnd().length - 1), letterAt(next, next.data.search(/\S/))]
  }

  const areLetters = (text: Text, next: Text) =>
    /[\p{L}\p{N}]$/u.test(text.data) && /^[\p{L}\p{N}]/u.test(next.data)

  const isScript = (text: Text) => text.parentElement?.closest('sup, sub') !== null

  /** Whether two letters stand in one line, beside one another, and not on the same height whatever their sizes are. */
  function isRaised(end: DOMRect, start: DOMRect): boolean {
    const [height, next] = [end.height, start.height]
    const least = Math.min(height, next)
    const off = (start.top + start.bottom - end.top - end.bottom) / 2 - 0.3 * (height - next)
    const isInLine = start.top < end.bottom - least / 4 && start.bottom > end.top + least / 4
    const isBeside = start.left > end.left && start.left - end.right < least / 2
    return isInLine && isBeside && Math.abs(off) > least / 4
  }

  /** Whether they stand in one line as if no space were between them. */
  function areJoined(end: DOMRect, start: DOMRect): boolean {
    const middle = (start.top + start.bottom) / 2
    return (
      middle > end.top &&
      middle < end.bottom &&
      start.left > end.left &&
      start.left - end.right < (end.bottom - end.top) / 8
    )
  }

  return {
    words(text) {
      if (!/\S/.test(text.data)) {
        isSpaced ||= text.data !== ''
        return
      }
      if (before) {
        isSpaced ||= /\s$/.test(before.data) || /^\s/.test(text.data)
        const [end, start] = lettersBetween(before, text)
        areSeen &&= !isSpaced || !areJoined(end, start)
        areSeen &&= isScript(before) !== isScript(text) || !isRaised(end, start)
        areSeen &&= isSpaced || !isBroken || !areLetters(before, text) || start.top < end.bottom
      }
      before = text
      isSpaced = false
      isBroken = false
    },
    mayBreak() {
      isBroken = true
    },
    end() {
      before = null
    },
    areSeen: () => areSeen,
  }
}
