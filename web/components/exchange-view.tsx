import { useState } from 'react'
import type { Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Check } from '#shared/verdict.ts'
import { showMessages } from '../judge/show-message.ts'
import { StatusMark } from './status-mark.tsx'

interface ExchangeViewProps {
  readonly opened: Exchange
  readonly checks: readonly Check[]
}

/** The words that the receipt was held against, each side with what came of that. */
export function ExchangeView({ opened, checks }: ExchangeViewProps) {
  const statusOf = (id: CheckId) => checks.find((check) => check.id === id)?.status ?? 'skip'
  return (
    <>
      {opened.messages !== undefined && (
        <ExchangeSide
          title="What was asked"
          value={opened.messages}
          status={statusOf('commitment.prompt')}
        />
      )}
      {opened.message !== undefined && (
        <ExchangeSide
          title="What was answered"
          value={opened.message}
          status={statusOf('commitment.response')}
        />
      )}
    </>
  )
}

interface ExchangeSideProps {
  readonly title: string
  readonly value: Json
  readonly status: Check['status']
}

/** A browser takes seconds to draw thousands. */
const atOnce = 50

function ExchangeSide({ title, value, status }: ExchangeSideProps) {
  const [shownCount, setShownCount] = useState(atOnce)
  const hiddenCount = Array.isArray(value) ? value.length - shownCount : 0
  return (
    <section className="exchange" aria-label={title}>
      <h3>
        {title} <StatusMark status={status} />
      </h3>
      {showMessages(value, shownCount).map(({ role, text }, index) => (
        // The order of messages is all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <blockquote key={index}>
          <cite>{role}</cite>
          <bdi>{text}</bdi>
        </blockquote>
      ))}
      {hiddenCount > 0 && (
        <button type="button" onClick={() => setShownCount(shownCount + atOnce)}>
          Show more: {hiddenCount} are not shown
        </button>
      )}
    </section>
  )
}
