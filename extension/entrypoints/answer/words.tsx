import type { CheckId } from '#shared/claims.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { ExchangeSide } from './exchange-side.tsx'

/** What was asked and answered, as text: the page that it was shown on has no part in this. */
export function Words({ answer }: { readonly answer: FullAnswer }) {
  const { words, card, verdict } = answer
  if (words === null) {
    return (
      <p className="soft-text">
        The words of this answer are not kept: <a href="/options.html#keeping">the settings</a> say
        whether those of new ones are.
      </p>
    )
  }
  const statusOf = (id: CheckId) => verdict.checks.find((each) => each.id === id)?.status ?? 'skip'
  const { messages, message, text } = words
  const asked = messages !== null && (
    <ExchangeSide title="What was asked" value={messages} status={statusOf('commitment.prompt')} />
  )
  const answered = message !== null && (
    <ExchangeSide
      title="What was answered"
      value={message}
      status={statusOf('commitment.response')}
    />
  )
  const opened = { role: 'assistant', content: text }
  if (card.mode !== 'e2ee') {
    return (
      <>
        {asked}
        {answered || <ExchangeSide title="What was answered" value={opened} status="skip" />}
      </>
    )
  }
  // Of an encrypted exchange the receipt commits to what was encrypted, which nobody reads.
  return (
    <>
      <ExchangeSide title="What was answered, opened here" value={opened} />
      <details>
        <summary>What the receipt commits to: the exchange as it was encrypted</summary>
        {asked}
        {answered}
      </details>
    </>
  )
}
