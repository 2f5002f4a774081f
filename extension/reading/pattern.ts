/** What a page may read like that shows a text: its parts one after the other. */
export type Pattern = readonly PatternPart[]

export type PatternPart =
  /** Characters, as `fold` leaves them. */
  | string
  /** Source of a formula that is drawn, without spaces. */
  | { readonly formula: string }
  /** Characters of a block of code, of which a page may draw what is in sight. */
  | { readonly code: string }
  /** Pages differ; the first is how most of them do it. */
  | { readonly oneOf: readonly Pattern[] }

export function optional(...part: Pattern): PatternPart {
  return { oneOf: [[], part] }
}
