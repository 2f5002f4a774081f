import type { ObservedSite } from '../extension/start-observed-site.ts'

/** What is said at the place of one answer. `none`: nothing stands there. */
export type SampleCell =
  | 'badge'
  /** All the rest of it is the text signed. */
  | 'badge, but a formula'
  | 'badge, but code out of sight'
  | 'by words'
  | 'shown differently'
  | 'could not tell'
  | 'another text'
  | 'none'

/** What is said of the newest answer of a site, whose question came last. */
export async function sampleCell(observed: ObservedSite, origin: string): Promise<SampleCell> {
  const { answers } = await observed.ui({ kind: 'list-answers', origin, search: '', skip: 0 })
  // A title may be asked for behind it.
  const card = answers.slice(0, 2).find(({ card: each }) => each.shown !== 'not-placed')?.card
  if (card === undefined) return 'none'
  if (card.shown === 'other') return 'another text'
  if (card.shown === 'differs') return 'shown differently'
  if (card.shown === 'unsure') return 'could not tell'
  if (card.found === 'by-words') return 'by words'
  if (typeof card.shown !== 'object') return 'badge'
  const { formulas, code } = card.shown.but
  if (formulas > 0) return 'badge, but a formula'
  return code > 0 ? 'badge, but code out of sight' : 'badge'
}
