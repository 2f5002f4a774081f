/** The two packages there are. */
export type BrowserKind = 'chrome' | 'firefox'

/** Which one the reader most likely needs. */
export function browserHere(userAgent: string): BrowserKind {
  return /\bFirefox\//.test(userAgent) ? 'firefox' : 'chrome'
}
