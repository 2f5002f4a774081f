import { Alarms } from '../../ui/alarms.tsx'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { ConversationVerdict } from '../../ui/conversation-verdict.tsx'
import { LeftPanel } from '../../ui/left-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { useConversation } from '../../ui/use-conversation.ts'
import { useSettings } from '../../ui/use-settings.ts'
import { useTab } from '../../ui/use-tab.ts'

/** The conversation in the tab beside it: each answer with its verdict, in the order of the page. */
export function SidePanelPage() {
  const settings = useSettings()
  const tab = useTab()
  const conversation = useConversation(tab?.id ?? null)
  if (!settings || !tab) return null
  const { origin } = tab
  const isEnabled = origin !== null && settings.sites.includes(origin)

  return (
    <main>
      <PageHeader title="This conversation" />
      <Alarms settings={settings} />
      {!isEnabled || !conversation ? (
        <p>Nothing of the extension runs on the page in this tab.</p>
      ) : (
        <>
          <ConversationVerdict conversation={conversation} />
          <ol className="list">
            {conversation.turns.map((answer, index) =>
              answer ? (
                <AnswerItem
                  key={`${index}-${answer.card.digest}`}
                  answer={answer}
                  site="left-out"
                />
              ) : (
                <li key={`${index}-none`}>
                  <StateMark state="no-receipt" label="No receipt" />
                  <p>No receipt reached this page for answer {index + 1}.</p>
                </li>
              ),
            )}
          </ol>
          {conversation.unplaced.length > 0 && (
            <details>
              <summary>
                {conversation.unplaced.length} more without a place on the page: titles, summaries,
                answers that are gone
              </summary>
              <ul className="list">
                {conversation.unplaced.map((answer) => (
                  <AnswerItem key={answer.card.digest} answer={answer} site="left-out" />
                ))}
              </ul>
            </details>
          )}
          {conversation.left && <LeftPanel left={conversation.left} />}
        </>
      )}
    </main>
  )
}
