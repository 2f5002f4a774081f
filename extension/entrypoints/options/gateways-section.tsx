import { useState } from 'react'
import type { ShownGateway, ShownSettings } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { useAct } from '../../ui/use-act.ts'

/** The gateways that the user named, each with the signer that was pinned. */
export function GatewaysSection({ settings }: { readonly settings: ShownSettings }) {
  return (
    <section id="gateways" aria-labelledby="gateways-title">
      <h2 id="gateways-title">Gateways</h2>
      <ul className="list">
        {settings.gateways.map((gateway) => (
          <GatewayItem key={gateway.origin} gateway={gateway} />
        ))}
      </ul>
      <p>
        <a className="button" href="/welcome.html">
          Name a gateway
        </a>
      </p>
    </section>
  )
}

function GatewayItem({ gateway }: { readonly gateway: ShownGateway }) {
  const { origin, signers, pinnedAt, hasKey } = gateway
  const [told, setTold] = useState<string | null>(null)
  const [key, setKey] = useState('')
  const { act, problem, isBusy } = useAct()
  return (
    <li>
      <strong>{origin}</strong>
      <p>
        Signer <code>{signers.current.address}</code>, pinned {new Date(pinnedAt).toLocaleString()}
      </p>
      <div className="row">
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            act(async () => {
              const { changed } = await askBackground({ kind: 'check-gateway', origin })
              setTold(
                changed ? 'It publishes another signer now.' : 'It publishes the same signer.',
              )
            })
          }
        >
          Check the signer now
        </button>
        <button
          type="button"
          className="danger"
          disabled={isBusy}
          onClick={() => act(() => askBackground({ kind: 'remove-gateway', origin }))}
        >
          Remove
        </button>
      </div>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          act(async () => {
            await askBackground({
              kind: 'set-key',
              origin,
              key: key.trim() === '' ? null : key.trim(),
            })
            setKey('')
            setTold(key.trim() === '' ? 'The key was forgotten.' : 'The key is kept.')
          })
        }}
      >
        <input
          aria-label={`Key for ${origin}`}
          spellCheck={false}
          autoComplete="off"
          placeholder={hasKey ? 'A key is kept. Empty forgets it.' : 'sk-csn-…'}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <button type="submit" disabled={isBusy}>
          Set the key
        </button>
      </form>
      <p role="status">{told}</p>
      {problem !== null && <p className="problem">{problem}</p>}
    </li>
  )
}
