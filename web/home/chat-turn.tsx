import { LookMark } from '#shared/ui/look-mark.tsx'
import { showMessages } from '#shared/ui/show-messages.ts'
import type { JudgedAnswer } from './judged-answer.ts'
import { homeWords as words } from '#shared/words/english/pages/home.ts'

interface ChatTurnProps {
  readonly turn: JudgedAnswer
  /** Its badge names the card below. */
  readonly isNewest: boolean
}

/** A question, its answer, and below the answer the badge. The answer is an element of its own, as the extension looks for it. */
export function ChatTurn({ turn, isNewest }: ChatTurnProps) {
  const { kind, question, opened, view } = turn
  const answer = opened.message === undefined ? [] : showMessages(opened.message)
  return (
    <div className="turn">
      {kind === 'example' && <p className="turn-note">{words.example}</p>}
      <p className="asked">{question}</p>
      <article className="answered">{answer.map(({ text }) => text).join('\n')}</article>
      <p className={`badge tone-${view.tone}`}>
        {isNewest ? <LookMark look={view} labelId="verdict-word" /> : <LookMark look={view} />}
      </p>
    </div>
  )
}
