import type { AnswerState } from '../answer/answer-card.ts'

/** Of 20 by 20. Each state has an outline of its own, for those who do not see its colour. */
const shapes: Readonly<Record<AnswerState, string>> = {
  verified: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 10.4l2.8 2.8L14.2 7',
  promise: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  simulated: 'M10 2.2L18.6 17.6H1.4zM10 8v4.2M10 14.6v.4',
  partial: 'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM10 5.5v5.5M10 14v.4',
  'unknown-signer':
    'M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM7.6 7.8a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8M10 14.4v.3',
  'no-receipt': 'M3 10h3.5M8.3 10h3.5M13.6 10h3.4',
  failed: 'M6 1.5h8l4.5 4.5v8L14 18.5H6L1.5 14V6zM6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4',
}

/** The state of an answer as a shape; its words stand beside it. */
export function StateShape({ state }: { readonly state: AnswerState }) {
  return (
    <svg
      className="state-shape"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={shapes[state]} />
    </svg>
  )
}
