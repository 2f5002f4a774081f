import { isLike, type Life } from './turn-life.ts'

/** Which names of messages have stood for one text alone since this page was loaded. */
export interface MessageIds {
  /** Takes a turn with a name, in each look. */
  see(id: string, life: Life, at: number): void
  /** Notes that the text came here, and is the text of an answer. */
  settle(id: string, words: string): void
  /** An answer that is kept under this name may be the one that stands there. */
  isSteady(id: string): boolean
}

interface Known {
  words: string
  life: number
  at: number
  isSteady: boolean
}

/** Front-ends use a name again: for an answer that is written anew, or while one has no other name. */
export function followMessageIds(): MessageIds {
  const ids = new Map<string, Known>()

  return {
    see(id, { words, id: life }, at) {
      const known = ids.get(id)
      if (known === undefined) return void ids.set(id, { words, life, at, isSteady: true })
      const isOther = known.words !== '' && known.words !== words && !isLike(known.words, words)
      // The message stood there a moment ago with the same words, and yet was written again.
      const isAgain = known.words !== '' && known.at >= at - 1 && known.life !== life
      if (isOther || isAgain || (known.words !== '' && words.length > known.words.length)) {
        known.isSteady = false
      }
      Object.assign(known, { words, life, at })
    },
    settle(id, words) {
      const known = ids.get(id)
      if (known) Object.assign(known, { words, isSteady: true })
    },
    isSteady: (id) => ids.get(id)?.isSteady ?? true,
  }
}
