import { LookMark } from '#shared/ui/look-mark.tsx'
import { answerPageWords } from '#shared/words/english/extension/answer-page.ts'
import { cardWords as words } from '#shared/words/english/extension/card.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'

/** The verdict, and right below it what it does not say. */
export function AnswerVerdict({ answer: { card, origin } }: { readonly answer: FullAnswer }) {
  const { tone, sentence, missing, notEstablished } = card
  return (
    <section className={`verdict tone-${tone}`} aria-labelledby="label">
      <p className="soft-text">{answerPageWords.answerOf(card.model, new URL(origin).host)}</p>
      <h1>
        <LookMark look={card} labelId="label" />
      </h1>
      <p className="verdict-sentence">{sentence}</p>
      {missing.length > 0 && (
        <>
          <h2>{words.missing}</h2>
          <ul>
            {missing.map(({ what, suppliedBy }) => (
              <li key={what}>
                {what}: {suppliedBy}.
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{words.notProven}</h2>
      <ul>
        {notEstablished.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
