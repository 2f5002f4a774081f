import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { showTime } from '#shared/text/show-time.ts'
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
      setStatus(changed ? words.otherSigner : words.sameSigner)
    })
  }

  return (
    <section className="item" aria-label={origin}>
      <h2>{origin}</h2>
      <dl>
        <dt>{words.signer}</dt>
        <dd>
          <code>{signers.current.address}</code>
        </dd>
        <dt>{words.pinnedSince}</dt>
        <dd>{showTime(new Date(pinnedAt).toISOString())}</dd>
        {signers.retired.length > 0 && (
          <>
            <dt>{words.before}</dt>
            <dd>{words.retired(signers.retired.length)}</dd>
          </>
        )}
      </dl>
      <div className="row">
        <button type="button" disabled={isBusy} onClick={check}>
          {words.checkSigner}
        </button>
        <ConfirmButton
          label={words.remove}
          warning={words.removeWarning(new URL(origin).host)}
          sure={words.removeSure}
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
