import { rectOf } from './style-of.ts'

/** Whether the spaces between the texts of a page are seen. They are told of in their order. */
interface WordGaps {
  words(text: Text): void
  /** What follows is not compared with the words before. */
  end(): void
  areSeen(): boolean
}

export function followWordGaps(): WordGaps {
  let before: Text | null = null
  let isSpaced = false
  let areSeen = true
  const letter = document.createRange()

  function letterAt(text: Text, at: number): DOMRect {
    letter.setStart(text, at)
    letter.setEnd(text, at + 1)
    return rectOf(letter)
  }

  /** Whether the last letter of a text and the first one of the next stand in one line as if no space were between them. */
  function areJoined(text: Text, next: Text): boolean {
    const end = letterAt(text, text.data.trimEnd().length - 1)
    const start = letterAt(next, next.data.search(/\S/))
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
        areSeen &&= !isSpaced || !areJoined(before, text)
      }
      before = text
      isSpaced = false
    },
    end() {
      before = null
    },
    areSeen: () => areSeen,
  }
}
