import type { Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import { shownText } from '#shared/dialects/shown-text.ts'
import { showWords } from '#shared/text/show-words.ts'
import { Phrase } from '#shared/ui/phrase.tsx'
import { showMessages } from '#shared/ui/show-messages.ts'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { ExchangeSide } from './exchange-side.tsx'

/**
 * What the receipt covers beside the words of the answer, which stand above (signed-answer.tsx): the question, and an
 * answer that holds more than words, such as calls of tools.
 */
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
  const { messages, message } = words
  const asked = messages !== null && (
    <ExchangeSide
      title={answerPageWords.asked}
      value={messages}
      status={statusOf('commitment.prompt')}
    />
  )
  const isEncrypted = card.mode === 'e2ee'
  const answered = message !== null && (isEncrypted || holdsMore(message)) && (
    <ExchangeSide
      title={answerPageWords.answered}
      value={message}
      status={statusOf('commitment.response')}
    />
  )
  const sides = (
    <>
      {asked}
      {answered}
    </>
  )
  // The receipt of an encrypted exchange commits to ciphertext, which nobody reads.
  if (!isEncrypted) return sides
  return (
    <details>
      <summary>{answerPageWords.encrypted}</summary>
      {sides}
    </details>
  )
}

function holdsMore(message: Json): boolean {
  const [shown, ...others] = showMessages(message)
  return others.length > 0 || shown?.text !== showWords(shownText(message))
}
