import { cardWords as words } from '#shared/words/english/extension/card.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { showTime } from '#shared/text/show-time.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import type { ListedAnswer, TabAnswer } from '../messages/ui-requests.ts'

interface AnswerItemProps {
  readonly answer: TabAnswer
  /** `long` says how the answer came, and `whole` the verdict in a sentence, too. */
  readonly length: 'short' | 'long' | 'whole'
  /** Where more than one site is listed. */
  readonly site?: 'shown'
}

/** One answer in a list; one that is kept leads to everything about it. */
export function AnswerItem({ answer: { said, answer }, length, site }: AnswerItemProps) {
  const mark = (
    <span className={`state tone-${said.tone}`}>
      <LookMark look={said} />
    </span>
  )
  return (
    <li className="answer-item">
      <div>
        {answer ? (
          <a href={`/answer.html?digest=${answer.card.digest}`} target="_blank" rel="noreferrer">
            {mark}
          </a>
        ) : (
          mark
        )}
        {site === 'shown' && answer?.question && (
          <p className="question">
            <bdi>{answer.question}</bdi>
          </p>
        )}
        {length === 'whole' && <p>{said.sentence}</p>}
        {answer && (
          <p>
            <a
              href={`/answer.html?digest=${answer.card.digest}#signed`}
              target="_blank"
              rel="noreferrer"
            >
              {words.readAsSigned}
            </a>
          </p>
        )}
        {answer && <Source answer={answer} length={length} {...(site ? { site } : {})} />}
      </div>
    </li>
  )
}

function Source({
  answer: { card, origin, at },
  length,
  site,
}: Omit<AnswerItemProps, 'answer'> & { readonly answer: ListedAnswer }) {
  const time = new Date(at).toISOString()
  return (
    <p className="soft-text">
      {length !== 'short' && `${card.circumstances.join(' ')} `}
      {card.model}, <time dateTime={time}>{showTime(time)}</time>
      {site === 'shown' && extensionWords.onSite(new URL(origin).host)}
    </p>
  )
}
