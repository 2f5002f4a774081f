import { gatewayPatterns } from '../settings/match-pattern.ts'
import type { Pair } from '../settings/settings.ts'
import type { ShownGateway, ShownSettings } from '../messages/ui-requests.ts'
import { askBackground } from './ask-background.ts'
import { askPermission } from './ask-permission.ts'
import { Choice } from './choice.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from './use-act.ts'
import { useIsAllowed } from './use-is-allowed.ts'

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
            clear: 'refuse',
          }
        }
      />
    ))
}

const takeovers = [
  ['off', 'Off'],
  ['possible', 'When possible'],
  ['always', 'Always'],
] as const

const meanings: Readonly<Record<Pair['takeover'], string>> = {
  off: 'Requests leave as the page sends them. Their answers are checked.',
  possible:
    'Encrypted here for a verified enclave where the model has one; else as the page sends it.',
  always:
    'What cannot be encrypted is refused, never sent in clear. What the site’s own server sends is not this browser’s to stop.',
}

const askFor = (gateway: string) => askPermission(gateway, gatewayPatterns(gateway), null)

function OnePair({ gateway, pair }: { readonly gateway: ShownGateway; readonly pair: Pair }) {
  const { act, problem } = useAct()
  const isAllowed = useIsAllowed(pair.gateway)
  const { host } = new URL(pair.gateway)

  function change(next: Partial<Pair>): void {
    const set = (to: Pair) => askBackground({ kind: 'set-pair', pair: to })
    const changed = { ...pair, ...next }
    act(async () => {
      // Before the browser asks: from now on nothing leaves in clear, though it close this page to ask.
      const isSet = set(changed)
      // Refusing a page's own requests needs the browser's permission for the gateway, too.
      if (changed.takeover !== 'off') await askFor(pair.gateway).catch(takeBack)
      await isSet
    })

    async function takeBack(refused: unknown): Promise<never> {
      await set(pair)
      throw refused
    }
  }

  return (
    <section className="pair" aria-label={`To ${host}`}>
      <Choice
        legend={`End-to-end encryption to ${host}`}
        options={takeovers}
        value={pair.takeover}
        choose={(takeover) => change({ takeover })}
      />
      <p className="soft-text">{meanings[pair.takeover]}</p>
      {pair.takeover !== 'off' && isAllowed === false && (
        <div className="alarm" role="alert">
          <p>The browser gives no permission for {host}: requests to it are refused.</p>
          <button type="button" onClick={() => act(() => askFor(pair.gateway))}>
            Give it
          </button>
        </div>
      )}
      {pair.takeover !== 'off' && (
        <>
          <Choice
            legend={gateway.hasKey ? 'Key' : 'Key (you have none for this gateway)'}
            options={[
              ['page', 'The page’s'],
              ['mine', 'Mine'],
            ]}
            value={pair.key}
            {...(gateway.hasKey ? {} : { unavailable: 'mine' })}
            choose={(key) => change({ key })}
          />
          <Choice
            legend="Tool definitions and calls, which cannot be encrypted"
            options={[
              ['refuse', 'Refuse'],
              ['allow', 'Let leave in clear'],
            ]}
            value={pair.tools}
            choose={(tools) => change({ tools })}
          />
          {pair.takeover === 'always' && (
            <Choice
              legend="Other members that cannot be encrypted, such as stop words"
              options={[
                ['refuse', 'Refuse'],
                ['allow', 'Let leave in clear'],
              ]}
              value={pair.clear}
              choose={(clear) => change({ clear })}
            />
          )}
        </>
      )}
      <ProblemLine problem={problem} />
    </section>
  )
}
