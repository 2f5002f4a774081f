import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { PairSettings } from '../../ui/pair-settings.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

/** Where the extension runs. New sites are enabled from the toolbar, on the site itself. */
export function SitesSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem, isBusy } = useAct()
  return (
    <Section title={words.sites} lead={words.sitesLead}>
      {settings.sites.length === 0 && <p>{words.noSite}</p>}
      {settings.sites.map((origin) => (
        <section key={origin} className="item" aria-label={origin}>
          <div className="row">
            <strong className="grow">{origin}</strong>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => act(() => askBackground({ kind: 'disable-site', origin }))}
            >
              {words.switchOff}
            </button>
          </div>
          <PairSettings site={origin} settings={settings} gateways={settings.gateways} />
        </section>
      ))}
      <ProblemLine problem={problem} />
    </Section>
  )
}
