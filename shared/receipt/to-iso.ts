/** The same instant as Date writes it, or null for a text such as the 30th of February. */
export function toIso(text: string): string | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
