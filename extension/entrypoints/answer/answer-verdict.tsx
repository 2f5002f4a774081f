import { looks } from '../../badge/badge-looks.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'

/** The verdict, and right below it what it does not say. */
export function AnswerVerdict({ answer: { card, origin } }: { readonly answer: FullAnswer }) {
  return (
    <section className={`verdict tone-${looks[card.state].tone}`} aria-labelledby="label">
      <p className="soft-text">
        An answer of {card.model} on {new URL(origin).host}
      </p>
      <h1 id="label">{card.label}</h1>
      <p className="verdict-sentence">{card.sentence}</p>
      <h2>Not established</h2>
      <ul>
        {card.notEstablished.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
