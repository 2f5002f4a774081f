import { pairWords as words } from '#shared/words/english/extension/pair.ts'
import { gatewayPatterns } from '../settings/match-pattern.ts'
import type { Pair } from '../settings/settings.ts'
import type { ShownGateway, ShownSettings } from '../messages/ui-requests.ts'
import { askBackground } from './ask-background.ts'
import { askPermission } from './ask-permission.ts'
import { Choice } from './choice.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from './use/use-act.ts'
import { useIsAllowed } from './use/use-is-allowed.ts'

interface PairSettingsProps {
  readonly site: string
  readonly settings: ShownSettings
  /** The named gateways that are shown. */
  readonly gateways: readonly ShownGateway[]
}

/** How this site's requests to each gateway are treated. */
export function PairSettings({ site, settings, gateways }: PairSettingsProps) {
  return gateways
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
            tools: 'ask',
            clear: 'refuse',
          }
        }
      />
    ))
}

const takeovers = [
  ['off', words.off],
  ['possible', words.possible],
  ['always', words.always],
] as const

const meanings: Readonly<Record<Pair['takeover'], string>> = {
  off: words.offMeans,
  possible: words.possibleMeans,
  always: words.alwaysMeans,
}

const tools = [
  ['ask', words.ask],
  ['leave-out', words.leaveOut],
  ['send', words.send],
] as const

function meaningOfTools({ tools, takeover }: Pick<Pair, 'tools' | 'takeover'>): string {
  const unencrypted = takeover === 'always' ? words.refused : words.unencrypted
  switch (tools) {
    case 'ask':
    case 'asking':
      return words.askMeans(unencrypted)
    case 'leave-out':
      return words.leaveOutMeans(unencrypted)
    case 'send':
      return words.sendMeans
  }
}

const askFor = (gateway: string) => askPermission(gateway, gatewayPatterns(gateway), null)

function OnePair({ gateway, pair }: { readonly gateway: ShownGateway; readonly pair: Pair }) {
  const { act, problem } = useAct()
  const isAllowed = useIsAllowed(pair.gateway)
  const { host } = new URL(pair.gateway)

  // Without the browser's permission what is taken over is refused, so that this may be set before it is asked.
  const change = (next: Partial<Pair>) =>
    act(() => askBackground({ kind: 'set-pair', pair: { ...pair, ...next } }))

  return (
    <section className="pair" aria-label={words.to(host)}>
      <Choice
        legend={words.encryption(host)}
        options={takeovers}
        value={pair.takeover}
        choose={(takeover) => change({ takeover })}
      />
      <p className="soft-text">{meanings[pair.takeover]}</p>
      {pair.takeover !== 'off' && isAllowed === false && (
        <BeforeAsking
          host={host}
          ask={() => act(() => askFor(pair.gateway))}
          turnOff={() => change({ takeover: 'off' })}
        />
      )}
      {pair.takeover !== 'off' && (
        <>
          <Choice
            legend={gateway.hasKey ? words.key : words.noKey}
            options={[
              ['page', words.pagesKey],
              ['mine', words.myKey],
            ]}
            value={pair.key}
            {...(gateway.hasKey ? {} : { unavailable: 'mine' })}
            choose={(key) => change({ key })}
          />
          <Choice
            legend={words.tools}
            options={tools}
            value={pair.tools === 'asking' ? 'ask' : pair.tools}
            choose={(tools) => change({ tools })}
          />
          <p className="soft-text">{meaningOfTools(pair)}</p>
          {pair.takeover === 'always' && (
            <Choice
              legend={words.clear}
              options={[
                ['refuse', words.refuse],
                ['allow', words.allow],
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

interface BeforeAskingProps {
  /** Of the gateway. */
  readonly host: string
  readonly ask: () => void
  readonly turnOff: () => void
}

/** What the browser is about to ask, and what for; it is asked by a click of its own. */
function BeforeAsking({ host, ask, turnOff }: BeforeAskingProps) {
  return (
    <div className="sheet" role="alert">
      <p>{words.permission(host)}</p>
      <p>{words.untilAllowed(host)}</p>
      <div className="row">
        <button type="button" className="primary" onClick={ask}>
          {words.askBrowser}
        </button>
        <button type="button" onClick={turnOff}>
          {words.backToOff}
        </button>
      </div>
    </div>
  )
}
