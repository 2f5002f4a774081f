/** With a sign, a currency, decimals and a percentage, and with letters as in `2nd`. */
const number = /(?<![\p{L}\p{N}])[+\-−]?\p{Sc}?\p{N}[\p{L}\p{M}\p{N}]*(?:[.,:]\p{N}+)*[\p{Sc}%‰]?/u
const word = /[\p{L}\p{M}\p{N}]+/u
/** Pictures in letters, and signs that compare; not those that markdown is written with. */
const sign = /\p{So}|!=|[=<>]=|[≠≤≥≈±×÷]/u

const token = new RegExp([number, word, sign].map(({ source }) => source).join('|'), 'gu')

/** Joins and turns letters into pictures, and shows nothing itself. */
const invisible = /[\u{FE0E}\u{FE0F}]/gu

/**
 * Words, numbers and telling signs of a text, in one line: markdown, bullets, spacing and punctuation do
 * not count.
 */
export function wordsOf(text: string): string {
  return (text.normalize('NFKC').replaceAll(invisible, '').toLowerCase().match(token) ?? []).join(
    ' ',
  )
}
