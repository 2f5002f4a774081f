import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { Alarms } from '../../ui/alarms.tsx'
import { ToolsQuestions } from '../../ui/tools-questions.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use/use-settings.ts'
import { useTab } from '../../ui/use/use-tab.ts'
import { EnabledSite } from './enabled-site.tsx'
import { OfferedGateway } from './offered-gateway.tsx'
import { SiteSwitch } from './site-switch.tsx'
import { useOfferedGateway } from './use-offered-gateway.ts'
import './popup.css'

/** What a page cannot fake: the verdict of the conversation in this tab, and what is set for its site. */
export function PopupPage() {
  const settings = useSettings()
  const tab = useTab()
  const offered = useOfferedGateway(tab, namesOf(settings))
  if (!settings || !tab) return null
  const { origin } = tab
  // One step after the other: a page that chats, too, can be enabled once its gateway is named.
  const isToName = offered !== null && !('problem' in offered) && offered.known === 'no'
  const isEnabled = origin !== null && settings.sites.includes(origin)

  return (
    <main className="popup">
      <Masthead name="heading">
        <a href="/options.html" target="_blank" rel="noreferrer">
          {extensionWords.settings}
        </a>
      </Masthead>
      <Alarms settings={settings} />
      {isEnabled && <ToolsQuestions site={origin} settings={settings} />}
      {offered && <OfferedGateway offered={offered} tabId={tab.id ?? -1} />}
      {settings.gateways.length === 0 && !offered && (
        <section className="sheet">
          <h2>{words.noGatewayTitle}</h2>
          <p>{words.noGateway}</p>
          <a className="button" href="/welcome.html" target="_blank" rel="noreferrer">
            {words.begin}
          </a>
        </section>
      )}
      {origin === null && <p>{words.noPage}</p>}
      {origin !== null && (offered === null || isEnabled) && (
        <SiteSwitch origin={origin} tabId={tab.id} isEnabled={isEnabled} />
      )}
      {origin !== null && offered !== null && !isEnabled && !isToName && (
        <details>
          <summary>{words.chatHere}</summary>
          <SiteSwitch origin={origin} tabId={tab.id} isEnabled={isEnabled} />
        </details>
      )}
      {isEnabled && <EnabledSite site={origin} tabId={tab.id} settings={settings} />}
    </main>
  )
}

function namesOf(settings: ShownSettings | null): string | null {
  return settings && settings.gateways.map(({ origin, pinnedAt }) => `${origin} ${pinnedAt}`).join()
}
