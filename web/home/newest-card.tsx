import type { JudgedAnswer } from './judged-answer.ts'
import { ReceiptDetails } from './receipt-details.tsx'
import { homeWords as words } from '#shared/words/english/pages/home.ts'

/** More is folded away: a card is read at one look. */
const shownLines = 3

/** What is said of one answer, below its badge. */
export function NewestCard({ kind, view, receipt, verifyLink }: JudgedAnswer) {
  const { sentence, circumstances, technical, missing, notEstablished, tone } = view
  const further = [
    ...notEstablished.slice(shownLines),
    // Which way an example came is nobody's question.
    ...(kind === 'example' ? [] : [...circumstances, ...technical]),
  ]
  return (
    <section className={`card verdict tone-${tone}`} aria-labelledby="verdict-word">
      <p className="verdict-sentence">
        <bdi>{sentence}</bdi>
      </p>
      {missing.map(({ what, suppliedBy }) => (
        <p key={what}>{words.notChecked(what, suppliedBy)}</p>
      ))}
      <h2>{words.notProven}</h2>
      <ul className="not-established">
        {notEstablished.slice(0, shownLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {further.length > 0 && (
        <details>
          <summary>{words.more}</summary>
          <ul>
            {further.map((line) => (
              <li key={line}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ReceiptDetails receipt={receipt} />
      {verifyLink !== null && (
        <p className="card-link">
          <a href={verifyLink}>{words.eachCheck}</a>
        </p>
      )}
    </section>
  )
}
