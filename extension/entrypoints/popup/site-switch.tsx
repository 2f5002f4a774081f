import { askBackground } from '../../ui/ask-background.ts'
import { useAct } from '../../ui/use-act.ts'

interface SiteSwitchProps {
  readonly origin: string | null
  readonly isEnabled: boolean
  readonly changed: () => void
}

/** Runs the extension on one site, or no longer. The browser is asked for that host and no other. */
export function SiteSwitch({ origin, isEnabled, changed }: SiteSwitchProps) {
  const { act, problem } = useAct()
  if (origin === null) {
    return <p>There is no page of the web in this tab. The extension does nothing here.</p>
  }
  const site = origin
  const { host, protocol, hostname } = new URL(site)

  function toggle(): void {
    act(async () => {
      if (isEnabled) await askBackground({ kind: 'disable-site', origin: site })
      else {
        // Asked first of all in the click: Firefox allows it nowhere else. Granted ones are not asked again.
        const origins = [`${protocol}//${hostname}/*`]
        if (await chrome.permissions.request({ origins })) {
          await askBackground({ kind: 'enable-site', origin: site })
        }
      }
      changed()
    })
  }

  return (
    <>
      <div className="row">
        <strong>{host}</strong>
        <button type="button" className={isEnabled ? '' : 'primary'} onClick={toggle}>
          {isEnabled ? 'Switch off on this site' : 'Enable on this site'}
        </button>
      </div>
      {!isEnabled && (
        <p className="soft-text">
          Nothing of the extension runs here. Enabled, it reads the answers that this site’s pages
          receive, and no other site’s.
        </p>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
    </>
  )
}
