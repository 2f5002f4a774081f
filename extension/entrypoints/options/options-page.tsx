import { Alarms } from '../../ui/alarms.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSettings } from '../../ui/use-settings.ts'
import { DevelopmentSection } from './development-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { HistorySection } from './history-section.tsx'
import { KeepingSection } from './keeping-section.tsx'
import { MeasurementsSection } from './measurements-section.tsx'
import { SitesSection } from './sites-section.tsx'

const sections = [
  ['history', 'History'],
  ['gateways', 'Gateways'],
  ['sites', 'Sites'],
  ['keeping', 'Keeping'],
  ['measurements', 'Accepted measurements'],
  ['development', 'Development mode'],
] as const

export function OptionsPage() {
  const settings = useSettings()
  if (!settings) return null
  return (
    <main className="wide">
      <PageHeader title="History and settings" />
      <Alarms settings={settings} />
      <nav className="row" aria-label="Sections">
        {sections.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <HistorySection />
      <GatewaysSection settings={settings} />
      <SitesSection settings={settings} />
      <KeepingSection settings={settings} />
      <MeasurementsSection settings={settings} />
      <DevelopmentSection settings={settings} />
    </main>
  )
}
