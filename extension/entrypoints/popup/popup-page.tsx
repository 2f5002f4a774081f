import { Alarms } from '../../ui/alarms.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use-settings.ts'
import { useTab } from '../../ui/use-tab.ts'
import { EnabledSite } from './enabled-site.tsx'
import { SiteSwitch } from './site-switch.tsx'
import './popup.css'

/** What a page cannot fake: the verdict of the conversation in this tab, and what is set for its site. */
export function PopupPage() {
  const settings = useSettings()
  const tab = useTab()
  if (!settings || !tab) return null
  const { origin } = tab
  const isEnabled = origin !== null && settings.sites.includes(origin)

  return (
    <main className="popup">
      <Masthead name="heading">
        <a href="/options.html" target="_blank" rel="noreferrer">
          History and settings
        </a>
      </Masthead>
      <Alarms settings={settings} />
      {settings.gateways.length === 0 && (
        <section className="sheet">
          <h2>No gateway is named yet</h2>
          <p>A receipt is checked against the signer of a gateway that you named.</p>
          <a className="button" href="/welcome.html" target="_blank" rel="noreferrer">
            Begin here
          </a>
        </section>
      )}
      {origin === null ? (
        <p>There is no page of the web in this tab. The extension does nothing here.</p>
      ) : (
        <SiteSwitch origin={origin} isEnabled={isEnabled} />
      )}
      {isEnabled && <EnabledSite site={origin} tabId={tab.id} settings={settings} />}
    </main>
  )
}
