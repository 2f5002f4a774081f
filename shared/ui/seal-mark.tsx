/** Two strokes: one signature, and the one beside it. How wide they are is the style sheet's. */
export function SealMark() {
  return (
    <svg className="seal-mark" viewBox="0 0 32 32" fill="none" strokeLinecap="round" aria-hidden>
      <circle cx="16" cy="16" r="14.5" stroke="currentColor" strokeWidth="1.5" />
      <path d="M7 18c3-8 5.5-8 5 0s2 5 4-1" stroke="currentColor" />
      <path className="seal-mark-second" d="M14 23c3-8 5.5-8 5 0s2 5 5-2" />
    </svg>
  )
}
