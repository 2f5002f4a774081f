import type { AnswerState } from '../answer/answer-card.ts'
import { looks } from '../badge/badge-looks.ts'
import { StateShape } from './state-shape.tsx'

interface StateMarkProps {
  readonly state: AnswerState
  readonly label: string
}

/** A state by its shape, its colour and its words, of which the first ones weigh most. */
export function StateMark({ state, label }: StateMarkProps) {
  const [, name = label, rest = ''] = /^([^:]+)(:.*)$/s.exec(label) ?? []
  return (
    <span className={`state tone-${looks[state].tone}`}>
      <StateShape state={state} />
      <span>
        <strong>{name}</strong>
        {rest}
      </span>
    </span>
  )
}
