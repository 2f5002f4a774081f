import type { Slices } from './use-slices.ts'

/** The way to the rest of a text that is drawn in part. */
export function MoreButton({ hiddenLength, showMore }: Slices) {
  if (hiddenLength === 0) return null
  return (
    <button type="button" className="quiet more" onClick={showMore}>
      Show more: {hiddenLength.toLocaleString('en')} characters are not shown
    </button>
  )
}
