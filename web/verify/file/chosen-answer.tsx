import { useEffect, useRef, type ReactNode } from 'react'
import type { Subject } from '#shared/document/subject.ts'
import { JudgedSubject, type Judging } from '../judged-subject.tsx'
import { severalWords as words } from '#shared/words/english/pages/several.ts'

interface ChosenAnswerProps extends Judging {
  readonly subject: Subject
  /** How many answers the file holds. */
  readonly count: number
  readonly onBack: () => void
  /** Which of them this is, as the file says. */
  readonly children: ReactNode
}

/** One answer of several, judged, with the way back to the others. */
export function ChosenAnswer({ subject, count, onBack, children, ...judging }: ChosenAnswerProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])

  return (
    <>
      <section className="chosen" aria-labelledby="chosen-title" tabIndex={-1} ref={place}>
        <button type="button" className="quiet" onClick={onBack}>
          {words.back(count)}
        </button>
        <p id="chosen-title">{children}</p>
      </section>
      <JudgedSubject subject={subject} {...judging} />
    </>
  )
}
