/**
 * Characters that are not drawn, or that turn what stands around them. Joiners and the selectors of emoji are left:
 * letters of many scripts are drawn by them, and none is hidden.
 */
const unseen =
  /(?!\n|\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu

/** Words that were signed, as they are drawn: what a reader could not see in them stands there by its number. */
export function showWords(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
