import { wordsOf } from './words-of.ts'

/**
 * What a renderer may make of an answer in markdown, each in words: with and without the numbers of lists
 * and the names of code's languages; links are shown by their text, pictures by nothing or by theirs. A text on screen whose
 * words are among them is the text that was signed; of any other one it cannot be told.
 */
export function readerTexts(markdown: string): readonly string[] {
  const spoken = withoutThoughts(markdown)
  const variants = languageVariants(spoken)
    .flatMap(numberVariants)
    .map((text) => wordsOf(decodeEntities(withoutMarks(text))))
  return [...new Set([wordsOf(markdown), wordsOf(spoken), ...variants])].filter(
    (text) => text !== '',
  )
}

/** Front-ends fold away what a model thinks aloud. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i, ' ')
}

/** Renderers write the language above a block of code, or leave it out. */
function languageVariants(text: string): readonly string[] {
  const fence = /^([ \t]*(?:```|~~~))[^\n]*$/gm
  const without = text.replaceAll(fence, '$1')
  return without === text ? [text] : [text, without]
}

/** The browser draws the numbers of lists, and they are no part of a page's text. */
function numberVariants(text: string): readonly string[] {
  const without = text.replaceAll(/^([ \t]*(?:>[ \t]*)*)\d{1,9}[.)][ \t]+/gm, '$1')
  return without === text ? [text] : [text, without]
}

function withoutMarks(text: string): string {
  return (
    text
      // Pictures, then links, are shown by their words; bare addresses in brackets as they are.
      // Each looks no further than to the next bracket of its kind: a text may be nothing but brackets.
      .replaceAll(/!\[[^[\]]*\]\([^()]*\)/g, ' ')
      .replaceAll(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
      .replaceAll(/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
      .replaceAll(/^[ \t]*\[[^[\]]+\]:[ \t]*\S+.*$/gm, ' ')
      // Emphasis within a word would cut it in two.
      .replaceAll(/(\p{L}|\p{N})[*~`]{1,3}(?=\p{L}|\p{N})/gu, '$1')
      .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  )
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? all
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point <= 0x10_ffff ? String.fromCodePoint(point) : all
    },
  )
}
