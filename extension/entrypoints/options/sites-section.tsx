import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { PairSettings } from '../../ui/pair-settings.tsx'
import { useAct } from '../../ui/use-act.ts'

/** Where the extension runs. New sites are enabled from the toolbar, on the site itself. */
export function SitesSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  return (
    <section id="sites" aria-labelledby="sites-title">
      <h2 id="sites-title">Sites</h2>
      {settings.sites.length === 0 && (
        <p>None yet. Open the chat page that you use, and enable it from the toolbar.</p>
      )}
      <ul className="list">
        {settings.sites.map((origin) => (
          <li key={origin}>
            <div className="row">
              <strong>{origin}</strong>
              <button
                type="button"
                onClick={() => act(() => askBackground({ kind: 'disable-site', origin }))}
              >
                Switch off
              </button>
            </div>
            <PairSettings site={origin} settings={settings} />
          </li>
        ))}
      </ul>
      {problem !== null && <p className="problem">{problem}</p>}
    </section>
  )
}
