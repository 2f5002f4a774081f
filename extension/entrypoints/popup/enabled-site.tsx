import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { ConversationVerdict } from '../../ui/conversation-verdict.tsx'
import { useConversation } from '../../ui/use/use-conversation.ts'
import { useIsRunning } from '../../ui/use/use-is-running.ts'
import { Encryption } from './encryption.tsx'
import { OpenPanelButton } from './open-panel-button.tsx'

interface EnabledSiteProps {
  readonly site: string
  readonly tabId: number | null
  readonly settings: ShownSettings
}

const newest = 3

export function EnabledSite({ site, tabId, settings }: EnabledSiteProps) {
  const conversation = useConversation(tabId)
  const isRunning = useIsRunning(tabId)
  const answers = (conversation?.turns ?? []).filter(({ answer }) => answer !== null).toReversed()
  return (
    <>
      {isRunning === 'no' && tabId !== null && (
        <div className="sheet">
          <p>{words.loadedBefore}</p>
          <button type="button" className="primary" onClick={() => void chrome.tabs.reload(tabId)}>
            {words.reload}
          </button>
        </div>
      )}
      {conversation && isRunning !== 'no' && <ConversationVerdict conversation={conversation} />}
      {answers.length > 0 && (
        <ul className="list short" aria-label={words.latest}>
          {answers.slice(0, newest).map((turn) => (
            <AnswerItem key={turn.answer?.card.digest} answer={turn} length="short" />
          ))}
        </ul>
      )}
      <div className="row">
        <OpenPanelButton />
      </div>
      <Encryption site={site} settings={settings} conversation={conversation} />
    </>
  )
}
