import { useEffect, useMemo, useRef } from 'react'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { showText } from '#shared/text/show-text.ts'
import { showTime } from '#shared/text/show-time.ts'
import { JudgedSubject, type Judging } from './judged-subject.tsx'

interface ChosenAnswerProps extends Judging {
  readonly answer: FiledAnswer
  /** How many answers the export holds. */
  readonly count: number
  readonly onBack: () => void
}

/** One answer of an export, judged, with the way back to the others. */
export function ChosenAnswer({ answer, count, onBack, ...judging }: ChosenAnswerProps) {
  const place = useRef<HTMLElement>(null)
  const subject = useMemo(() => ({ kind: 'filed', answer }) as const, [answer])
  useEffect(() => place.current?.focus(), [])

  return (
    <>
      <section className="chosen" aria-labelledby="chosen-title" tabIndex={-1} ref={place}>
        <button type="button" className="quiet" onClick={onBack}>
          Back to the {count} answers
        </button>
        <p id="chosen-title">
          The answer of {showTime(answer.receivedAt)} on <bdi>{showText(answer.origin)}</bdi>, as
          the export says.
        </p>
      </section>
      <JudgedSubject subject={subject} {...judging} />
    </>
  )
}
