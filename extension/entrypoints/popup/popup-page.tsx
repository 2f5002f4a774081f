import { useState } from 'react'
import { Alarms } from '../../ui/alarms.tsx'
import { AnswerItem } from '../../ui/answer-item.tsx'
import { ConversationVerdict } from '../../ui/conversation-verdict.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PairSettings } from '../../ui/pair-settings.tsx'
import { useConversation } from '../../ui/use-conversation.ts'
import { useSettings } from '../../ui/use-settings.ts'
import { useTab } from '../../ui/use-tab.ts'
import { OpenPanelButton } from './open-panel-button.tsx'
import { SiteSwitch } from './site-switch.tsx'

/** What a page cannot fake: the verdict of the conversation in this tab, and what is set for its site. */
export function PopupPage() {
  const settings = useSettings()
  const tab = useTab()
  const conversation = useConversation(tab?.id ?? null)
  const [isFresh, setIsFresh] = useState(false)
  if (!settings || !tab) return null
  const { origin, id } = tab
  const isEnabled = origin !== null && settings.sites.includes(origin)
  const newest = [...(conversation?.turns ?? [])].toReversed().filter((turn) => turn !== null)

  return (
    <main className="popup">
      <PageHeader title="Countersign" />
      <Alarms settings={settings} />
      {settings.gateways.length === 0 && (
        <p>
          No gateway is named yet. <a href="/welcome.html">Begin here</a>.
        </p>
      )}
      <SiteSwitch origin={origin} isEnabled={isEnabled} changed={() => setIsFresh(true)} />
      {isEnabled && isFresh && id !== null && (
        <p>
          It begins with the next load of the page.{' '}
          <button type="button" onClick={() => void chrome.tabs.reload(id)}>
            Load it again
          </button>
        </p>
      )}
      {isEnabled && origin !== null && (
        <>
          {conversation && <ConversationVerdict conversation={conversation} />}
          <ul className="list">
            {newest.slice(0, 3).map((answer) => (
              <AnswerItem key={answer.card.digest} answer={answer} site="left-out" />
            ))}
          </ul>
          <PairSettings site={origin} settings={settings} />
        </>
      )}
      <div className="row">
        {isEnabled && <OpenPanelButton />}
        <a className="button" href="/options.html" target="_blank" rel="noreferrer">
          History and settings
        </a>
      </div>
    </main>
  )
}
