import type { ObservedSite } from './start-observed-site.ts'

/** What is said at the place of one answer. `none`: nothing stands there. */
export type SampleCell = 'badge' | 'by words' | 'could not tell' | 'another text' | 'none'

/** What is said of the newest answer of a site, whose question came last. */
export async function sampleCell(observed: ObservedSite, origin: string): Promise<SampleCell> {
  const { answers } = await observed.ui({ kind: 'list-answers', origin, search: '', skip: 0 })
  // A title may be asked for behind it.
  const card = answers.slice(0, 2).find(({ card: each }) => each.shown !== 'not-placed')?.card
  if (card === undefined) return 'none'
  if (card.shown === 'other') return 'another text'
  if (card.shown === 'unsure') return 'could not tell'
  return card.found === 'by-words' ? 'by words' : 'badge'
}
