import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import { matchPattern } from '../../settings/match-pattern.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { askPermission } from '../../ui/ask-permission.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'

interface SiteSwitchProps {
  readonly origin: string
  readonly tabId: number | null
  readonly isEnabled: boolean
}

/** Runs the extension on one site, or no longer. The browser is asked for that host and no other. */
export function SiteSwitch({ origin, tabId, isEnabled }: SiteSwitchProps) {
  const { act, problem, isBusy } = useAct()
  const { host } = new URL(origin)

  function enable(): void {
    const tab = tabId === null || tabId < 0 ? {} : { tabId }
    const request = { kind: 'enable-site', origin, ...tab } as const
    act(async () => {
      await askPermission(origin, [matchPattern(origin)], request)
      await askBackground(request)
    })
  }

  if (isEnabled) {
    return (
      <>
        <div className="row">
          <strong className="grow">{host}</strong>
          <button
            type="button"
            className="quiet"
            disabled={isBusy}
            onClick={() => act(() => askBackground({ kind: 'disable-site', origin }))}
          >
            {words.switchOff}
          </button>
        </div>
        <ProblemLine problem={problem} />
      </>
    )
  }
  return (
    <section className="sheet" aria-labelledby="site-title">
      <h2 id="site-title">{host}</h2>
      <p>
        {words.enableMeans} <strong>{words.enableReloads}</strong>
      </p>
      <button type="button" className="primary" disabled={isBusy} onClick={enable}>
        {words.enable}
      </button>
      <ProblemLine problem={problem} />
    </section>
  )
}
