import type { ListedAnswer } from '../messages/ui-requests.ts'
import { StateMark } from './state-mark.tsx'

interface AnswerItemProps {
  readonly answer: ListedAnswer
  /** Where more than one site is listed. */
  readonly site: 'shown' | 'left-out'
}

/** One answer in a list; it leads to everything about it. */
export function AnswerItem({ answer: { card, origin, at }, site }: AnswerItemProps) {
  return (
    <li className="answer-item">
      <a href={`/answer.html?digest=${card.digest}`} target="_blank" rel="noreferrer">
        <StateMark state={card.state} label={card.label} />
      </a>
      <p>{card.sentence}</p>
      <p className="soft-text">
        {card.path} {card.model}, <time>{new Date(at).toLocaleString()}</time>
        {site === 'shown' && `, on ${new URL(origin).host}`}
      </p>
    </li>
  )
}
