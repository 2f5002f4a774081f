import type { BadgeState } from '../badge/badge-looks.ts'
import { looks } from '../badge/badge-looks.ts'

interface StateMarkProps {
  readonly state: BadgeState
  readonly label: string
}

/** A state by its mark, its colour and its words. */
export function StateMark({ state, label }: StateMarkProps) {
  const { mark, tone } = looks[state]
  return (
    <span className={`state ${tone}`}>
      <span className="state-mark" aria-hidden="true">
        {mark}
      </span>
      {label}
    </span>
  )
}
