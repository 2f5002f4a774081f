import type { Json } from '#shared/canonical-json.ts'
import type { Check } from '#shared/verdict.ts'
import { showMessages } from '#shared/ui/show-messages.ts'
import { StatusMark } from '#shared/ui/status-mark.tsx'

interface ExchangeSideProps {
  readonly title: string
  readonly value: Json
  /** What came of holding it against the receipt; left out where the receipt is not about it. */
  readonly status?: Check['status']
}

/** Longer ones scroll, and are reached with the keyboard, in characters. */
const longText = 1000

/** One side of an exchange, as people read it. */
export function ExchangeSide({ title, value, status }: ExchangeSideProps) {
  return (
    <section className="exchange" aria-label={title}>
      <h2>
        {title} {status && <StatusMark status={status} />}
      </h2>
      {showMessages(value).map(({ role, text }, index) => (
        // The order of messages is all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <blockquote key={index} tabIndex={text.length > longText ? 0 : undefined}>
          <cite>{role}</cite>
          <bdi>{text}</bdi>
        </blockquote>
      ))}
    </section>
  )
}
