import { wordsOf } from '../../reading/words-of.ts'

/** Fewest words that say something of a conversation: names, times and controls have fewer. */
const fewestWords = 3
/** Elements that are looked at, and characters of one that are read. */
const mostLooked = 30
const longestText = 1_000

/**
 * What stands before a turn, in words: the question that it answers, or what was said before that. The same answer
 * behind other words may be of another conversation.
 */
export function wordsBefore(turn: Element, isOurs: (element: Element) => boolean): string {
  let looked = 0
  for (let at: Element | null = turn; at; at = at.parentElement) {
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) {
      looked += 1
      if (looked > mostLooked) return ''
      const words = isOurs(before) ? '' : wordsOf(longestTextIn(before))
      if (words.split(' ').length >= fewestWords) return words
    }
  }
  return ''
}

/** The words of its times and controls may be others each time that it is drawn. */
function longestTextIn(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let longest = ''
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const value = text.nodeValue ?? ''
    if (value.trim().length > longest.trim().length) longest = value
  }
  return longest.slice(0, longestText)
}
