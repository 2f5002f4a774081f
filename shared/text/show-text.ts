/** Characters that are not seen, or that turn the text around them. */
const unseen = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu

/** Text out of a file as one line that shows what it is: unseen characters by number, cut at `limit`. */
export function showText(text: string, limit = 120): string {
  const visible = text
    .slice(0, limit)
    .toWellFormed()
    .replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return text.length > limit ? `${visible}…` : visible
}
