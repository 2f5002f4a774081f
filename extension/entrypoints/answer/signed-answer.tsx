import { useEffect, useRef } from 'react'
import { shownText } from '#shared/dialects/shown-text.ts'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { SignedText } from './signed-text.tsx'

/** The answer in the words that were signed, whatever its page draws. */
export function SignedAnswer({ answer }: { readonly answer: FullAnswer }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (location.hash === '#signed') section.current?.scrollIntoView()
  }, [])
  const { words, card, verdict } = answer
  if (words === null) return null
  const isEncrypted = card.mode === 'e2ee'
  const status = isEncrypted
    ? verdict.kind === 'verified'
      ? 'pass'
      : 'fail'
    : (verdict.checks.find(({ id }) => id === 'commitment.response')?.status ?? 'skip')
  const title = isEncrypted
    ? answerPageWords.decrypted
    : status === 'pass'
      ? answerPageWords.signed
      : answerPageWords.unsigned
  const text = isEncrypted || words.message === null ? words.text : shownText(words.message)
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
