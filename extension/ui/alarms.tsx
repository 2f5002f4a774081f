import type { ShownSettings } from '../messages/ui-requests.ts'
import { askBackground } from './ask-background.ts'
import { useAct } from './use-act.ts'

/** What must not be overlooked: a gateway that signs with another key, and development mode. */
export function Alarms({ settings }: { readonly settings: ShownSettings }) {
  const { act, problem } = useAct()
  const changed = settings.gateways.filter(({ proposed }) => proposed !== null)
  return (
    <>
      {changed.map(({ origin, signers, proposed }) => (
        <section key={origin} className="alarm" role="alert">
          <h2>{new URL(origin).host} changed its signer</h2>
          <p>
            Pinned: <code>{signers.current.address}</code>
          </p>
          <p>
            Published now: <code>{proposed?.signers.current.address}</code>
          </p>
          <p>
            {proposed?.signers.retired.some(({ address }) => address === signers.current.address)
              ? 'The gateway calls the pinned one retired.'
              : 'The gateway does not know the pinned one.'}{' '}
            Ask its operator in another way before you accept it. Until then the pinned one judges.
          </p>
          <div className="row">
            {(['accept', 'reject'] as const).map((answer) => (
              <button
                key={answer}
                type="button"
                onClick={() =>
                  act(() => askBackground({ kind: 'answer-signer-change', origin, answer }))
                }
              >
                {answer === 'accept' ? 'Accept the new signer' : 'Reject it'}
              </button>
            ))}
          </div>
        </section>
      ))}
      {settings.development && (
        <p className="alarm" role="alert">
          <strong>Development mode.</strong> Simulated enclaves count. They prove nothing about
          hardware.
        </p>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
    </>
  )
}
