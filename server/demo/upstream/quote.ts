import { firstCharacters } from './first-characters.ts'

const longestQuote = 300

/** At most 300 characters, cut between words where there are any, without the marks of a block of code. */
export function quote(text: string): string {
  const whole = text.replaceAll('```', '').trim()
  const cut = firstCharacters(whole, longestQuote)
  return `“${cut === whole ? whole : `${cut.replace(/\s+\S*$/u, '')}…`}”`
}
