import { showTime } from '#shared/text/show-time.ts'
import { answerPageWords as words } from '#shared/words/english/extension/answer-page.ts'
import { cardWords } from '#shared/words/english/extension/card.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'

/** The way of an answer, and what its evidence is still good for. */
export function HowItCame({ answer }: { readonly answer: FullAnswer }) {
  const { card, origin, gateway, at } = answer
  return (
    <section aria-labelledby="way-title">
      <h2 id="way-title">{cardWords.howItCame}</h2>
      <dl>
        <dt>{words.way}</dt>
        <dd>
          <ul className="lines">
            {card.circumstances.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </dd>
        <dt>{words.site}</dt>
        <dd>{words.siteAt(origin, showTime(new Date(at).toISOString()))}</dd>
        <dt>{words.gateway}</dt>
        <dd>{gateway ?? words.noGateway}</dd>
        <dt>{words.signedAt}</dt>
        <dd>{showTime(card.issuedAt)}</dd>
        <dt>{cardWords.evidence}</dt>
        <dd>
          {card.evidence.mayDisplay} {card.evidence.maySend}
        </dd>
        <dt>{words.receipt}</dt>
        <dd>
          <code>{card.digest}</code>
        </dd>
      </dl>
      {card.technical.length > 0 && (
        <details>
          <summary>{cardWords.technical}</summary>
          {card.technical.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
      )}
    </section>
  )
}
