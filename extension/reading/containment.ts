const gramLength = 5

/**
 * Part of the answer's word sequences that a text on screen holds, 0 to 1. Equality would fail on list
 * numbers and link addresses, which rendering adds and takes away; both are words as `wordsOf` gives them.
 */
export function containment(answer: string, shown: string): number {
  const grams = gramsOf(answer)
  if (grams.length === 0) return 0
  const seen = new Set(gramsOf(shown))
  return grams.filter((gram) => seen.has(gram)).length / grams.length
}

function gramsOf(text: string): readonly string[] {
  if (text === '') return []
  const words = text.split(' ')
  if (words.length < gramLength) return [text]
  return words
    .slice(0, words.length - gramLength + 1)
    .map((_, at) => words.slice(at, at + gramLength).join(' '))
}
