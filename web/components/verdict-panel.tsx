import type { ReactNode } from 'react'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

interface VerdictPanelProps {
  readonly view: AnswerView
  /** What the reader brought: `an answer with its receipt`. */
  readonly subject: string
  /** What can be changed about the verdict, right beside it. */
  readonly children?: ReactNode
}

/** The state of an answer, what stands beside it, and right below it what it does not say. */
export function VerdictPanel({ view, subject, children }: VerdictPanelProps) {
  const { sentence, circumstances, technical, missing, notEstablished } = view
  return (
    <section className={`verdict tone-${view.tone}`} aria-labelledby="verdict-word">
      <div>
        <p className="verdict-subject">{words.subject(subject)}</p>
        <h2>
          <LookMark look={view} labelId="verdict-word" />
        </h2>
        <p className="verdict-sentence">
          <bdi>{sentence}</bdi>
        </p>
        {children}
        <ul className="circumstances" aria-label={words.circumstances}>
          {circumstances.map((line) => (
            <li key={line}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
        {technical.length > 0 && (
          <details className="technical">
            <summary>{words.technical}</summary>
            {technical.map((line) => (
              <p key={line}>
                <bdi>{line}</bdi>
              </p>
            ))}
          </details>
        )}
      </div>
      <div>
        {missing.length > 0 && (
          <>
            <h3>{words.missing}</h3>
            <dl>
              {missing.map(({ what, suppliedBy }) => (
                <MissingLine key={what} what={what} suppliedBy={suppliedBy} />
              ))}
            </dl>
          </>
        )}
        <h3>{words.notProven}</h3>
        <ul className="not-established">
          {notEstablished.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function MissingLine({ what, suppliedBy }: AnswerView['missing'][number]) {
  return (
    <>
      <dt>{capital(what)}</dt>
      <dd>{capital(suppliedBy)}</dd>
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
