import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { Section } from './section.tsx'

export function DevelopmentSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  return (
    <Section
      title="Development mode"
      lead="For those who build gateways and chat pages. Leave it off when you chat."
    >
      <label className="tick">
        <input
          type="checkbox"
          checked={settings.development}
          onChange={({ target }) =>
            act(() => askBackground({ kind: 'set-development', on: target.checked }))
          }
        />
        Accept simulated enclaves
        <span className="soft-text">
          They prove nothing about hardware: whoever runs one reads everything. Answers of theirs
          stay marked as simulated, and every page of this extension says that this is on.
        </span>
      </label>
      <ProblemLine problem={problem} />
    </Section>
  )
}
