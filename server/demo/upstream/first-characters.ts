/** The first Unicode characters of a text; never half of one, which JSON could not carry. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}
