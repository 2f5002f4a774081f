import { AnswerItem } from '../../ui/answer-item.tsx'
import { ConversationVerdict } from '../../ui/conversation-verdict.tsx'
import { LeftPanel } from '../../ui/left-panel.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { useConversation } from '../../ui/use-conversation.ts'

export function WatchedConversation({ tabId }: { readonly tabId: number | null }) {
  const conversation = useConversation(tabId)
  if (!conversation) return null
  const { turns, unplaced, left, receipts } = conversation
  return (
    <>
      <ConversationVerdict conversation={conversation} />
      {receipts === 'arrive' && turns.length > 0 && (
        <ol className="list numbered" aria-label="Answers, as on the page">
          {turns.map((answer, index) =>
            answer ? (
              <AnswerItem key={`${index}-${answer.card.digest}`} answer={answer} length="whole" />
            ) : (
              <li key={`${index}-none`}>
                <div>
                  <StateMark state="no-receipt" label="No receipt" />
                  <p>No receipt reached this page for it.</p>
                </div>
              </li>
            ),
          )}
        </ol>
      )}
      {unplaced.length > 0 && (
        <details>
          <summary>
            {unplaced.length} more without a place on the page: titles, summaries, answers that are
            gone
          </summary>
          <ul className="list">
            {unplaced.map((answer) => (
              <AnswerItem key={answer.card.digest} answer={answer} length="whole" />
            ))}
          </ul>
        </details>
      )}
      {left && <LeftPanel left={left} />}
    </>
  )
}
