import type { RefObject } from 'react'

interface WaitingProps {
  readonly sentence: string
  /** For the one who asked for it. */
  readonly place?: RefObject<HTMLElement | null>
}

/** In the place of a verdict: what it waits for. */
export function Waiting({ sentence, place }: WaitingProps) {
  return (
    <section className="waiting tone-none" role="status" tabIndex={-1} ref={place}>
      <p className="waiting-word">Checking…</p>
      <p>No verdict is reached yet.</p>
      <p>{sentence}</p>
    </section>
  )
}
