import type { RefObject } from 'react'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

interface WaitingProps {
  readonly sentence: string
  /** For the one who asked for it. */
  readonly place?: RefObject<HTMLElement | null>
}

/** What the page waits for, in the place of a verdict. */
export function Waiting({ sentence, place }: WaitingProps) {
  return (
    <section className="waiting tone-none" role="status" tabIndex={-1} ref={place}>
      <p className="waiting-word">{words.checking}</p>
      <p>{sentence}</p>
    </section>
  )
}
