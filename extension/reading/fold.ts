/** Characters that draw nothing by themselves, and may be added for breaking a line. */
const invisible = /[\s\p{Cc}\u00AD\u200B\u2060]|\uFE0E|\uFE0F/gu

/** The characters of a text that count: spaces do not, nor the forms that typographers give quotation marks and dashes. */
export function fold(text: string): string {
  return text
    .replaceAll(invisible, '')
    .normalize('NFC')
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‘’‚‛′´]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll('…', '...')
}
