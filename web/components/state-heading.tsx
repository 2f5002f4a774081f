import type { Look } from '#shared/judge/state/look-of.ts'

/** The one big word of a verdict. Its mark says the same without colour. */
export function StateHeading({ mark, label }: Pick<Look, 'mark' | 'label'>) {
  return (
    <h2>
      <span className="verdict-mark" aria-hidden="true">
        {mark}
      </span>{' '}
      <span id="verdict-word">{label}</span>
    </h2>
  )
}
