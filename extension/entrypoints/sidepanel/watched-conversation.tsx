import { panelWords as words } from '#shared/words/english/extension/panel.ts'
import type { TabAnswer } from '../../messages/ui-requests.ts'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { ConversationVerdict } from '../../ui/conversation-verdict.tsx'
import { SentPanel } from '../../ui/sent-panel.tsx'
import { useConversation } from '../../ui/use/use-conversation.ts'

export function WatchedConversation({ tabId }: { readonly tabId: number | null }) {
  const conversation = useConversation(tabId)
  if (!conversation) return null
  const { weakest, turns, unplaced, sent, receipts } = conversation
  // Of the only answer, the sentence stands above the list.
  const length = turns.length === 1 && weakest?.at === 0 ? 'long' : 'whole'
  return (
    <>
      <ConversationVerdict conversation={conversation} />
      {receipts === 'arrive' && turns.length > 0 && (
        <ol className="list numbered" aria-label={words.answers}>
          {turns.map((turn, index) => (
            <AnswerItem key={keyOf(turn, index)} answer={turn} length={length} />
          ))}
        </ol>
      )}
      {unplaced.length > 0 && (
        <details>
          <summary>{words.unplaced(unplaced.length)}</summary>
          <ul className="list">
            {unplaced.map((answer, index) => (
              <AnswerItem key={keyOf(answer, index)} answer={answer} length="whole" />
            ))}
          </ul>
        </details>
      )}
      {sent && <SentPanel sent={sent} />}
    </>
  )
}

const keyOf = ({ answer }: TabAnswer, index: number) => `${index}-${answer?.card.digest ?? 'none'}`
