import type { Slices } from './use-slices.ts'
import { pageWords as words } from '#shared/words/english/pages/page-frame.ts'

/** The way to the rest of a text that is drawn in part. */
export function MoreButton({ hiddenLength, showMore }: Slices) {
  if (hiddenLength === 0) return null
  return (
    <button type="button" className="quiet more" onClick={showMore}>
      {words.moreCharacters(hiddenLength.toLocaleString('en'))}
    </button>
  )
}
