import type { ListedAnswer } from '../messages/ui-requests.ts'
import { ShortTime } from './short-time.tsx'
import { StateMark } from './state-mark.tsx'

interface AnswerItemProps {
  readonly answer: ListedAnswer
  /** `whole` says the verdict in a sentence, and how the answer came. */
  readonly length: 'short' | 'whole'
  /** Where more than one site is listed. */
  readonly site?: 'shown'
}

/** One answer in a list; it leads to everything about it. */
export function AnswerItem({ answer: { card, origin, at }, length, site }: AnswerItemProps) {
  return (
    <li className="answer-item">
      <div>
        <a href={`/answer.html?digest=${card.digest}`} target="_blank" rel="noreferrer">
          <StateMark state={card.state} label={card.label} />
        </a>
        {length === 'whole' && <p>{card.sentence}</p>}
        <p className="soft-text">
          {length === 'whole' && `${card.path} `}
          {card.model}, <ShortTime at={at} />
          {site === 'shown' && `, on ${new URL(origin).host}`}
        </p>
      </div>
    </li>
  )
}
