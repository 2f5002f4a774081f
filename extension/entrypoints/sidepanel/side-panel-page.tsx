import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { panelWords as words } from '#shared/words/english/extension/panel.ts'
import { Alarms } from '../../ui/alarms.tsx'
import { ToolsQuestions } from '../../ui/tools-questions.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use/use-settings.ts'
import { useTab } from '../../ui/use/use-tab.ts'
import { WatchedConversation } from './watched-conversation.tsx'

/** The conversation in the tab beside it: each answer with its verdict, in the order of the page. */
export function SidePanelPage() {
  const settings = useSettings()
  const tab = useTab()
  if (!settings || !tab) return null
  const { origin, id } = tab
  const isEnabled = origin !== null && settings.sites.includes(origin)

  return (
    <main>
      <Masthead name="words">
        <a href="/options.html" target="_blank" rel="noreferrer">
          {extensionWords.settings}
        </a>
      </Masthead>
      <Alarms settings={settings} />
      {isEnabled && <ToolsQuestions site={origin} settings={settings} />}
      <h1>{words.title}</h1>
      {isEnabled ? (
        <>
          <p className="soft-text">{new URL(origin).host}</p>
          <WatchedConversation tabId={id} />
        </>
      ) : (
        <p>{words.notEnabled}</p>
      )}
    </main>
  )
}
