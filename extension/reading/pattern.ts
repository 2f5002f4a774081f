import { marks } from './marks.ts'

/** What a page may read like that shows a text: its parts one after the other. */
export type Pattern = readonly PatternPart[]

export type PatternPart =
  /** Characters, as `fold` leaves them; `gap` among them. */
  | string
  /** Source of a formula that is drawn, without spaces. */
  | { readonly formula: string }
  /** Characters of a block of code, of which a page may draw what is in sight. */
  | { readonly code: string }
  /** Pages differ; the first is how most of them do it. */
  | { readonly oneOf: readonly Pattern[] }

/** Between two blocks: a page may have a space there, or none. */
export const gap = '\n'

export function optional(...part: Pattern): PatternPart {
  return { oneOf: [[], part] }
}

/** What most pages read like that draw this. */
export function plainest(pattern: Pattern): string {
  return pattern
    .map((part) => {
      if (typeof part === 'string') return part
      if ('formula' in part) return marks.formula + part.formula + marks.formulaEnd
      return 'code' in part ? part.code : plainest(part.oneOf[0] ?? [])
    })
    .join('')
}
