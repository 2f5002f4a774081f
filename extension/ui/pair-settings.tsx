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
  /** Of the gateways that are named, those that are shown. */
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

const tools = [
  ['ask', 'Ask me'],
  ['leave-out', 'Leave out'],
  ['send', 'Send in clear'],
] as const

function meaningOfTools({ tools, takeover }: Pick<Pair, 'tools' | 'takeover'>): string {
  const unencrypted = takeover === 'always' ? 'refused' : 'sent without any encryption'
  switch (tools) {
    case 'ask':
    case 'asking':
      return `You are asked when the page sends some; until then such messages are ${unencrypted}.`
    case 'leave-out':
      return `The model is not told of them. A conversation that uses tools already is ${unencrypted}.`
    case 'send':
      return 'The gateway can read them, and calls of them. What you write is encrypted.'
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
    <section className="pair" aria-label={`To ${host}`}>
      <Choice
        legend={`End-to-end encryption to ${host}`}
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
            legend="Tools that the page adds to messages, which cannot be encrypted"
            options={tools}
            value={pair.tools === 'asking' ? 'ask' : pair.tools}
            choose={(tools) => change({ tools })}
          />
          <p className="soft-text">{meaningOfTools(pair)}</p>
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
      <p>
        The browser has to allow this: it will ask whether Countersign may “read and change your
        data” on {host}. It is for two things: to send there what was encrypted, and to stop what
        this page would send there in clear. No script runs there.
      </p>
      <p>Until you allow it, requests from this site to {host} are refused.</p>
      <div className="row">
        <button type="button" className="primary" onClick={ask}>
          Ask the browser
        </button>
        <button type="button" onClick={turnOff}>
          Back to Off
        </button>
      </div>
    </div>
  )
}
