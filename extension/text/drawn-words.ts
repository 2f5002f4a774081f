import { wordsOf } from './words-of.ts'

/**
 * The words of an answer once its markdown is drawn: without the numbers of lists, which browsers draw and
 * pages do not hold, and of links and pictures their text alone. It serves for finding the place of an
 * answer, never for saying that a text is the signed one.
 */
export function drawnWords(markdown: string): string {
  return wordsOf(
    markdown
      .replaceAll(/^([ \t]*(?:>[ \t]*)*)\d{1,9}[.)][ \t]+/gm, '$1')
      // Each looks no further than to the next bracket of its kind: a text may be nothing but brackets.
      .replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, ' ')
      .replaceAll(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
      .replaceAll(/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
      .replaceAll(/^[ \t]*\[[^[\]]+\]:[ \t]*\S+.*$/gm, ' ')
      // Emphasis within a word would cut it in two.
      .replaceAll(/(\p{L}|\p{N})[*~`]{1,3}(?=\p{L}|\p{N})/gu, '$1'),
  )
}
