import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

export function DevelopmentSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  return (
    <Section title={words.development} lead={words.developmentLead}>
      <label className="tick">
        <input
          type="checkbox"
          checked={settings.development}
          onChange={({ target }) =>
            act(() => askBackground({ kind: 'set-development', on: target.checked }))
          }
        />
        {words.acceptSimulated}
        <span className="soft-text">{words.acceptSimulatedMeans}</span>
      </label>
      <ProblemLine problem={problem} />
    </Section>
  )
}
