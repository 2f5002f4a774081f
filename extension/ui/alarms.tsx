import { extensionWords as words } from '#shared/words/english/extension/extension-parts.ts'
import type { ShownGateway, ShownSettings } from '../messages/ui-requests.ts'
import { askBackground } from './ask-background.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from './use/use-act.ts'

/** What must not be overlooked: a gateway that signs with another key, and development mode. */
export function Alarms({ settings }: { readonly settings: ShownSettings }) {
  return (
    <>
      {settings.gateways.map((gateway) => (
        <SignerAlarm key={gateway.origin} gateway={gateway} />
      ))}
      {settings.development && (
        <p className="alarm" role="alert">
          <strong>{words.development}</strong> {words.developmentMeans}
        </p>
      )}
    </>
  )
}

function SignerAlarm({ gateway }: { readonly gateway: ShownGateway }) {
  const { act, problem, isBusy } = useAct()
  const { origin, signers, proposed } = gateway
  if (proposed === null) return null
  const pinned = signers.current.address
  const isRetired = proposed.signers.retired.some(({ address }) => address === pinned)
  const answer = (said: 'accept' | 'reject') =>
    act(() => askBackground({ kind: 'answer-signer-change', origin, answer: said }))
  return (
    <section className="alarm" role="alert">
      <h2>{words.changedSigner(new URL(origin).host)}</h2>
      <dl>
        <dt>{words.pinned}</dt>
        <dd>
          <code>{pinned}</code>
        </dd>
        <dt>{words.published}</dt>
        <dd>
          <code>{proposed.signers.current.address}</code>
        </dd>
      </dl>
      <p>
        {isRetired ? words.isRetired : words.isUnknown} {words.askOperator}
      </p>
      <div className="row">
        <button type="button" disabled={isBusy} onClick={() => answer('reject')}>
          {words.reject}
        </button>
        <button type="button" className="danger" disabled={isBusy} onClick={() => answer('accept')}>
          {words.accept}
        </button>
      </div>
      <ProblemLine problem={problem} />
    </section>
  )
}
