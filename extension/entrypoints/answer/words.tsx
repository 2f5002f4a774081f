import type { Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Check } from '#shared/verdict.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { readMessages } from './read-messages.ts'
import { StatusMark } from './status-mark.tsx'

interface WordsProps {
  readonly words: FullAnswer['words']
  readonly checks: readonly Check[]
}

/** What was asked and answered, as text: the page that it was shown on has no part in this. */
export function Words({ words, checks }: WordsProps) {
  if (words === null) {
    return (
      <p className="soft-text">
        The words of this answer are not kept: <a href="/options.html#keeping">the settings</a> say
        whether those of new ones are.
      </p>
    )
  }
  const statusOf = (id: CheckId) => checks.find((check) => check.id === id)?.status ?? 'skip'
  const { messages, message, text } = words
  return (
    <>
      {messages !== null && (
        <Part title="What was asked" value={messages} status={statusOf('commitment.prompt')} />
      )}
      <Part
        title="What was answered"
        value={message ?? { role: 'assistant', content: text }}
        status={statusOf('commitment.response')}
      />
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly value: Json
  readonly status: Check['status']
}

function Part({ title, value, status }: PartProps) {
  return (
    <section className="exchange" aria-label={title}>
      <h2>
        {title} <StatusMark status={status} />
      </h2>
      {readMessages(value).map(({ role, text }, index) => (
        // The order of messages is all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <blockquote key={index} tabIndex={text.length > 1000 ? 0 : undefined}>
          <cite>{role}</cite>
          <bdi>{text}</bdi>
        </blockquote>
      ))}
    </section>
  )
}
