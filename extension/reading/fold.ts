/** Characters that draw nothing by themselves: those that may be added for breaking a line, and the mark `number`. */
const invisible = /[\p{Cc}\u00AD\u200B\u2028\u2029\u2060\uFEFF\uE008]|\uFE0E|\uFE0F/gu

/** White space that is drawn: browsers draw the others of `\s` without a width. */
const space = /[^\S\u2028\u2029\uFEFF]+/g

/** The characters of a text that count: a run of white space is one space, and quotation marks and dashes have one form each. */
export function fold(text: string): string {
  return text
    .replaceAll(space, ' ')
    .replaceAll(invisible, '')
    .normalize('NFC')
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‘’‚‛′´]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll('…', '...')
}
