import type { ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { useAct } from '../../ui/use-act.ts'

export function DevelopmentSection({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  return (
    <section id="development" aria-labelledby="development-title">
      <h2 id="development-title">Development mode</h2>
      <label>
        <input
          type="checkbox"
          checked={settings.development}
          onChange={({ target }) =>
            act(() => askBackground({ kind: 'set-development', on: target.checked }))
          }
        />{' '}
        Accept simulated enclaves, which prove nothing about hardware
      </label>
      {problem !== null && <p className="problem">{problem}</p>}
    </section>
  )
}
