import type { CheckId } from '#shared/claims.ts'
import { Phrase } from '#shared/ui/phrase.tsx'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { ExchangeSide } from './exchange-side.tsx'

/** What was asked and answered, as text: the page that it was shown on has no part in this. */
export function Words({ answer }: { readonly answer: FullAnswer }) {
  const { words, card, verdict } = answer
  if (words === null) {
    return (
      <p className="soft-text">
        <Phrase text={answerPageWords.wordsNotKept} links={[{ href: '/options.html#keeping' }]} />
      </p>
    )
  }
  const statusOf = (id: CheckId) => verdict.checks.find((each) => each.id === id)?.status ?? 'skip'
  const { messages, message, text } = words
  const asked = messages !== null && (
    <ExchangeSide
      title={answerPageWords.asked}
      value={messages}
      status={statusOf('commitment.prompt')}
    />
  )
  const answered = message !== null && (
    <ExchangeSide
      title={answerPageWords.answered}
      value={message}
      status={statusOf('commitment.response')}
    />
  )
  const opened = { role: 'assistant', content: text }
  if (card.mode !== 'e2ee') {
    return (
      <>
        {asked}
        {answered || <ExchangeSide title={answerPageWords.answered} value={opened} status="skip" />}
      </>
    )
  }
  // Of an encrypted exchange the receipt commits to what was encrypted, which nobody reads.
  return (
    <>
      <ExchangeSide title={answerPageWords.opened} value={opened} />
      <details>
        <summary>{answerPageWords.encrypted}</summary>
        {asked}
        {answered}
      </details>
    </>
  )
}
