import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { matchPattern } from '../../settings/match-pattern.ts'
import { askPermission } from '../../ui/ask-permission.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { pinMeans, signerMeans } from '../../ui/terms.ts'
import { useAct } from '../../ui/use-act.ts'
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
  const name = () => askBackground({ kind: 'add-gateway', origin, signer, key: null })

  async function nameAndEnable(): Promise<void> {
    const request = { kind: 'enable-site', origin, tabId } as const
    // The prompt may close this popup: the gateway is on its way to be named by then.
    const named = name()
    await Promise.all([named, askPermission(origin, [matchPattern(origin)], request)])
    await askBackground(request)
  }

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
          <p className="soft-text">
            For badges here, too, the browser asks you for this one site, and the page is loaded
            again.
          </p>
          <div className="row">
            <button
              type="button"
              className="primary"
              disabled={isBusy}
              onClick={() => act(nameAndEnable)}
            >
              Use it, with badges here
            </button>
            <button type="button" disabled={isBusy} onClick={() => act(name)}>
              Use it for my chats
            </button>
          </div>
        </>
      )}
      <ProblemLine problem={problem} />
    </section>
  )
}
