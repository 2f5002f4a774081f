import { useEffect, useRef } from 'react'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { SignedText } from './signed-text.tsx'
import { textOfAnswer } from './text-of-answer.ts'

/** The answer in the words that were signed, whatever its page draws. */
export function SignedAnswer({ answer }: { readonly answer: FullAnswer }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (location.hash === '#signed') section.current?.scrollIntoView()
  }, [])
  const shown = textOfAnswer(answer)
  if (shown === null) return null
  const { title, status, text } = shown
  return (
    <section ref={section} id="signed" className="exchange" aria-labelledby="signed-title">
      <h2 id="signed-title">
        {title} <StatusMark status={status} />
      </h2>
      <div className="sheet signed-text">
        <SignedText text={text} />
      </div>
    </section>
  )
}
