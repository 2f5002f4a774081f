import type { Badge } from '../judge/badge-of.ts'

/** As it may stand beside an answer: a mark and words in one colour. */
export function BadgeMark({ mark, tone, label }: Badge) {
  return (
    <p className={`badge tone-${tone}`}>
      <span aria-hidden="true">{mark}</span> {label}
    </p>
  )
}
