import type { Look } from '../judge/state/look-of.ts'

interface LookMarkProps {
  readonly look: Pick<Look, 'mark' | 'label'>
  /** For what is named by the label. */
  readonly labelId?: string
}

/** What is said of an answer, in the element that gives it its size and its tone. Its mark says the same without colour. */
export function LookMark({ look: { mark, label }, labelId }: LookMarkProps) {
  return (
    <>
      <span className="look-mark" aria-hidden="true">
        {mark}
      </span>{' '}
      <span className="look-label" id={labelId}>
        {label}
      </span>
    </>
  )
}
