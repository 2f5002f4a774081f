import { useState } from 'react'
import type { Json } from '#shared/canonical-json.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Exchange } from '#shared/svc/verify-answer.ts'
import type { Check } from '#shared/verdict.ts'
import { countMessages, showMessages, type ShownMessage } from '#shared/ui/show-messages.ts'
import { MoreButton } from './more-button.tsx'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import { drawnAtOnce, useSlices } from './use-slices.ts'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

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
          title={words.asked}
          value={opened.messages}
          status={statusOf('commitment.prompt')}
        />
      )}
      {opened.message !== undefined && (
        <ExchangeSide
          title={words.answered}
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

/** Messages at once, and fewer when they are long: a browser takes seconds to draw thousands. */
const atOnce = 50

function ExchangeSide({ title, value, status }: ExchangeSideProps) {
  const [batches, setBatches] = useState(1)
  const shown = withinLength(showMessages(value, batches * atOnce), batches * drawnAtOnce)
  const hiddenCount = countMessages(value) - shown.length
  return (
    <section className="exchange" aria-label={title}>
      <h3>
        {title} <StatusMark status={status} />
      </h3>
      {shown.map((message, index) => (
        // The order of messages is all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <Message key={index} {...message} />
      ))}
      {hiddenCount > 0 && (
        <button type="button" onClick={() => setBatches(batches + 1)}>
          {words.moreMessages(hiddenCount)}
        </button>
      )}
    </section>
  )
}

function Message({ role, text }: ShownMessage) {
  const slices = useSlices(text)
  return (
    <blockquote>
      <cite>{role}</cite>
      <bdi>{slices.part}</bdi>
      <MoreButton {...slices} />
    </blockquote>
  )
}

/** The first ones that together are no longer than `length`; the first of all in any case. */
function withinLength(messages: readonly ShownMessage[], length: number): readonly ShownMessage[] {
  let left = length
  const end = messages.findIndex(({ text }, index) => {
    left -= Math.min(text.length, drawnAtOnce)
    return index > 0 && left < 0
  })
  return end < 0 ? messages : messages.slice(0, end)
}
