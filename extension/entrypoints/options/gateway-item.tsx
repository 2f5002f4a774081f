import { useState } from 'react'
import type { ShownGateway } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'
import { GatewayKey } from './gateway-key.tsx'

export function GatewayItem({ gateway }: { readonly gateway: ShownGateway }) {
  const { origin, signers, pinnedAt } = gateway
  const [status, setStatus] = useState('')
  const { act, problem, isBusy } = useAct()

  function check(): void {
    setStatus('')
    act(async () => {
      const { changed } = await askBackground({ kind: 'check-gateway', origin })
      setStatus(changed ? 'It publishes another signer now.' : 'It publishes the same signer.')
    })
  }

  return (
    <section className="item" aria-label={origin}>
      <h2>{origin}</h2>
      <dl>
        <dt>Signer</dt>
        <dd>
          <code>{signers.current.address}</code>
        </dd>
        <dt>Pinned since</dt>
        <dd>{new Date(pinnedAt).toLocaleString()}</dd>
        {signers.retired.length > 0 && (
          <>
            <dt>Before it</dt>
            <dd>{signers.retired.length} retired signers, which count for their own time</dd>
          </>
        )}
      </dl>
      <div className="row">
        <button type="button" disabled={isBusy} onClick={check}>
          Check the signer now
        </button>
        <ConfirmButton
          label="Remove"
          warning={`New receipts of ${new URL(origin).host} will be of an unknown gateway. Its key, and what you set for it on each site, are forgotten; kept answers stay.`}
          sure="Remove this gateway"
          isBusy={isBusy}
          confirmed={() => act(() => askBackground({ kind: 'remove-gateway', origin }))}
        />
      </div>
      <p role="status" className="what-came">
        {status}
      </p>
      <ProblemLine problem={problem} />
      <GatewayKey gateway={gateway} />
    </section>
  )
}
