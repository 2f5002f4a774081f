/** Characters that draw nothing by themselves: those that may be added for breaking a line, and the mark `number`. */
const invisible = /[\p{Cc}\u00AD\u200B\u2060\uE008]|\uFE0E|\uFE0F/gu

/** The characters of a text that count: a run of white space is one space, and quotation marks and dashes have one form each. */
export function fold(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '')
    .normalize('NFC')
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‘’‚‛′´]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll('…', '...')
}
