import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { Alarms } from '../../ui/alarms.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSettings } from '../../ui/use/use-settings.ts'
import { DevelopmentSection } from './development-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { HistorySection } from './history-section.tsx'
import { KeepingSection } from './keeping-section.tsx'
import { MeasurementsSection } from './measurements-section.tsx'
import { SitesSection } from './sites-section.tsx'
import { useHash } from './use-hash.ts'
import './options.css'

const sections = [
  ['history', words.history, HistorySection],
  ['gateways', words.gateways, GatewaysSection],
  ['sites', words.sites, SitesSection],
  ['keeping', words.keeping, KeepingSection],
  ['measurements', words.measurements, MeasurementsSection],
  ['development', words.development, DevelopmentSection],
] as const

/** One section at a time; the address names it. */
export function OptionsPage() {
  const settings = useSettings()
  const hash = useHash()
  if (!settings) return null
  const [shown, , Section] = sections.find(([id]) => id === hash) ?? sections[0]
  return (
    <main className="wide">
      <Masthead name="words" />
      <Alarms settings={settings} />
      <div className="options">
        <nav aria-label={words.sections}>
          {sections.map(([id, name]) => (
            <a key={id} href={`#${id}`} aria-current={id === shown ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div>
          <Section settings={settings} />
        </div>
      </div>
    </main>
  )
}
