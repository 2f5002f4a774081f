import type { Pair } from '../background/settings.ts'
import type { ShownGateway, ShownSettings } from '../messages/ui-requests.ts'
import { askBackground } from './ask-background.ts'
import { useAct } from './use-act.ts'

interface PairSettingsProps {
  readonly site: string
  readonly settings: ShownSettings
}

/** How this site's requests to each gateway are treated. */
export function PairSettings({ site, settings }: PairSettingsProps) {
  return settings.gateways
    .filter(({ origin }) => origin !== site)
    .map((gateway) => (
      <OnePair
        key={gateway.origin}
        gateway={gateway}
        pair={
          settings.pairs.find((pair) => pair.site === site && pair.gateway === gateway.origin) ?? {
            site,
            gateway: gateway.origin,
            takeover: 'off',
            key: 'page',
            tools: 'refuse',
          }
        }
      />
    ))
}

const takeoverWords = {
  off: 'Off',
  possible: 'When possible',
  always: 'Always, or refuse',
} as const

function OnePair({ gateway, pair }: { readonly gateway: ShownGateway; readonly pair: Pair }) {
  const { act, problem } = useAct()
  const { host } = new URL(pair.gateway)

  /** The browser is asked in the click itself: Firefox allows it nowhere else. */
  function change(next: Partial<Pair>): void {
    act(async () => {
      const wanted = { ...pair, ...next }
      if (wanted.takeover !== 'off') await permit(pair.gateway)
      await askBackground({ kind: 'set-pair', pair: wanted })
    })
  }

  return (
    <fieldset>
      <legend>Encryption to {host}</legend>
      <label>
        End to end, in this browser{' '}
        <select
          value={pair.takeover}
          onChange={({ target }) => change({ takeover: target.value as Pair['takeover'] })}
        >
          {Object.entries(takeoverWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {pair.takeover !== 'off' && (
        <>
          {pair.takeover === 'always' && (
            <p className="soft-text">
              What this page sends to {host} in clear is refused. What the site’s own server sends
              is not this browser’s to stop.
            </p>
          )}
          <label>
            <input
              type="checkbox"
              checked={pair.key === 'mine'}
              disabled={!gateway.hasKey}
              onChange={({ target }) => change({ key: target.checked ? 'mine' : 'page' })}
            />{' '}
            Use my key instead of the page’s{!gateway.hasKey && ' (there is none)'}
          </label>
          <label>
            <input
              type="checkbox"
              checked={pair.tools === 'allow'}
              onChange={({ target }) => change({ tools: target.checked ? 'allow' : 'refuse' })}
            />{' '}
            Let tool definitions and calls leave in clear
          </label>
        </>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
    </fieldset>
  )
}

/**
 * Refusing a page's own requests needs the browser's permission for the gateway, too. Asked first of all
 * in the click: Firefox allows it nowhere else.
 */
async function permit(gateway: string): Promise<void> {
  const { protocol, hostname } = new URL(gateway)
  const origins = [`${protocol}//${hostname}/*`]
  if (!(await chrome.permissions.request({ origins }))) throw new Error('not permitted')
}
