import { fold } from './fold.ts'
import { marks } from './marks.ts'

export type PagePiece =
  | { readonly kind: 'text' | 'beside' | 'formula'; readonly text: string }
  | { readonly kind: 'unseen' }

const { formula, formulaEnd, beside, besideEnd, unseen } = marks
const piece = new RegExp(
  `${formula}([^${formulaEnd}]*)${formulaEnd}|${beside}([^${besideEnd}]*)${besideEnd}|(${unseen})`,
)

/** What a part of a page reads like, as reading/page/read-shown.ts tells it, in its order. */
export function pagePieces(read: string): readonly PagePiece[] {
  const found: PagePiece[] = []
  const parts = read.split(piece)
  for (let at = 0; at < parts.length; at += 4) {
    const [text = '', source, own, hidden] = parts.slice(at, at + 4)
    if (fold(text) !== '') found.push({ kind: 'text', text: fold(text) })
    if (source !== undefined) found.push({ kind: 'formula', text: source.replaceAll(/\s/g, '') })
    if (own !== undefined) found.push({ kind: 'beside', text: fold(own) })
    if (hidden !== undefined) found.push({ kind: 'unseen' })
  }
  return found
}
