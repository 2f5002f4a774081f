import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { pinMeans, signerMeans } from '../../ui/terms.ts'
import { useAct } from '../../ui/use/use-act.ts'
import { UseGatewayButtons } from './use-gateway-buttons.tsx'
import type { Offered } from './use-offered-gateway.ts'

interface OfferedGatewayProps {
  readonly offered: Offered
  /** The tab with the gateway's page. */
  readonly tabId: number
}

/**
 * On a gateway's own page: names it for the user's chats, with the signer that stands here, and in the same click for
 * the chat on this page.
 */
export function OfferedGateway({ offered, tabId }: OfferedGatewayProps) {
  const { act, problem, isBusy } = useAct()
  if ('problem' in offered) {
    return (
      <section className="sheet" aria-label="A gateway">
        <p>This page says that it is a gateway’s.</p>
        <ProblemLine problem={offered.problem} />
      </section>
    )
  }
  const { origin, signers, notPromised, known } = offered
  const { host } = new URL(origin)
  const signer = signers.current.address
  if (known === 'same-signer') {
    return (
      <p className="soft-text" role="status">
        Receipts of {host} are checked: its signer is pinned. Open your chat page, and click the
        Countersign mark there.
      </p>
    )
  }
  return (
    <section className="sheet" aria-labelledby="gateway-title">
      <h2 id="gateway-title">This is a gateway</h2>
      <p>
        {host} signs a receipt for each answer. Used for your chats, those receipts are checked in
        this browser.
      </p>
      <h3>Its signer</h3>
      <code className="address">{signer}</code>
      {known === 'other-signer' ? (
        <p className="problem" role="alert">
          This gateway is named already, with another signer pinned, and that one stays. Check it in{' '}
          <a href="/options.html#gateways" target="_blank" rel="noreferrer">
            the settings
          </a>
          .
        </p>
      ) : (
        <>
          <p className="soft-text">
            {signerMeans} {pinMeans}
          </p>
          <p className="soft-text">
            It names{' '}
            <a href={`${origin}/limits`} target="_blank" rel="noreferrer">
              {notPromised.length === 1 ? '1 thing' : `${notPromised.length} things`}
            </a>{' '}
            that it does not promise.{' '}
            <a
              href={`/welcome.html?gateway=${encodeURIComponent(origin)}`}
              target="_blank"
              rel="noreferrer"
            >
              Compare the signer first, or add a key
            </a>
          </p>
          <UseGatewayButtons {...{ origin, signer, tabId, act, isBusy }} />
        </>
      )}
      <ProblemLine problem={problem} />
    </section>
  )
}
