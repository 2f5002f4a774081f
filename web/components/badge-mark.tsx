import type { Look } from '#shared/judge/state/look-of.ts'

/** As it may stand beside an answer: a mark and words in one colour. */
export function BadgeMark({ mark, tone, label }: Look) {
  return (
    <p className={`badge tone-${tone}`}>
      <span aria-hidden="true">{mark}</span> {label}
    </p>
  )
}
