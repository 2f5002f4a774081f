const gramLength = 5

/** Words and numbers of a text: markdown, bullets and spacing do not count. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Part of the answer's word sequences that a text on screen holds, 0 to 1. Equality would fail on list
 * numbers and link addresses, which rendering adds and takes away.
 */
export function containment(answer: readonly string[], shown: readonly string[]): number {
  const grams = gramsOf(answer)
  if (grams.length === 0) return 0
  const seen = new Set(gramsOf(shown))
  return grams.filter((gram) => seen.has(gram)).length / grams.length
}

function gramsOf(words: readonly string[]): readonly string[] {
  if (words.length < gramLength) return words.length === 0 ? [] : [words.join(' ')]
  return words
    .slice(0, words.length - gramLength + 1)
    .map((_, at) => words.slice(at, at + gramLength).join(' '))
}
