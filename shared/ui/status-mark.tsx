import type { CheckOutcome } from '../judge/state/check-outcome.ts'
import { outcomeWords } from '../words/english/verdict/outcomes.ts'
import { partWords } from '../words/english/verdict/shared-parts.ts'

/** `not-counted`: it passed, and does not count. */
type Outcome = CheckOutcome | 'not-counted'

const words: Readonly<Record<Outcome, string>> = {
  ...outcomeWords,
  'not-counted': partWords.notCounted,
}

/** A check's outcome as a shape and a word, so that colour is never alone. */
export function StatusMark({ status }: { readonly status: Outcome }) {
  return (
    <span className={`status status-${status}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[status]} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span>{words[status]}</span>
    </span>
  )
}

const shapes: Readonly<Record<Outcome, string>> = {
  pass: 'M3 8.5l3.5 3.5L13 4.5',
  fail: 'M4 4l8 8M12 4l-8 8',
  skip: 'M3 8h2.5M7 8h2M10.5 8H13',
  simulated: 'M8 3.5l5.5 9.5h-11z',
  'not-counted': 'M3 8h10',
}
