/** Words and numbers of a text, in one line: markdown, bullets and spacing do not count. */
export function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
